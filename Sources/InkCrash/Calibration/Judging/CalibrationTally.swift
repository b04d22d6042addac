internal import InkReport

/// What the passes of one sequence have shown so far.
///
/// A crash keeps to its profile if what is found is predicted for every moment at which it can have come.
struct CalibrationTally {
  private let sequence: CalibrationSequence
  private(set) var row: CalibrationReport.Row
  private var seen: Set<StateDigest> = []
  /// In words: a disk without a store has no digest.
  private var outside: Set<String> = []
  private var predicted: Set<StateDigest> = []

  init(_ sequence: CalibrationSequence, on fileSystem: CalibratedFileSystem) {
    self.sequence = sequence
    row = CalibrationReport.Row(
      fileSystem: fileSystem.name, profile: fileSystem.profile, sequence: sequence.name,
      calls: sequence.calls.map(\.description))
  }

  /// A pass begins, with what its profile allows.
  mutating func begin(_ states: PredictedStates, logEntries: Int) {
    row.passes += 1
    row.logEntries += logEntries
    row.isPredictionComplete = row.isPredictionComplete && states.isComplete
    predicted.formUnion(states.all)
    row.predictedStates = predicted.count
  }

  /// A crash was made; returns a finding if what it left is not predicted and was not found before.
  mutating func take(
    _ found: FoundStore, at returned: ClosedRange<Int>, _ states: PredictedStates, pass: CalibrationPass,
    entries: ClosedRange<Int>
  ) -> CalibrationReport.Finding? {
    row.crashes += 1
    if let image = found.image { seen.insert(image.digest) }
    row.realStates = seen.count
    row.seenPredicted = seen.intersection(predicted).count
    guard let moment = wrongMoment(of: found, returned, states) else { return nil }
    row.crashesOutside += 1
    let isNew = outside.insert(found.words).inserted
    row.statesOutside = outside.count
    guard isNew else { return nil }
    return CalibrationReport.Finding(
      pass: pass.words, firstLogEntry: entries.lowerBound, lastLogEntry: entries.upperBound,
      returnedCalls: moment,
      lastCall: moment > 0 ? sequence.calls[moment - 1].description : "nothing", found: found.words,
      difference: "")
  }

  /// The first moment that does not allow what was found; a disk without a store is allowed at none.
  private func wrongMoment(
    of found: FoundStore, _ returned: ClosedRange<Int>, _ states: PredictedStates
  ) -> Int? {
    guard let image = found.image else { return returned.upperBound }
    return returned.first { !states.moments[$0].digests.contains(image.digest) }
  }

  mutating func add(_ finding: CalibrationReport.Finding) { row.findings.append(finding) }
}

/// What a crashed disk showed: a store, or why there is none.
struct FoundStore {
  var image: StoreImage?
  var words: String
}

extension StoreImage {
  /// Every path with the length of its file and runs of its bytes, such as `page = 4096×N 904×00`.
  package var summary: String {
    let files = files.map { file in "\(file.path) = \(file.bytes.isEmpty ? "empty" : Self.runs(file.bytes))" }
    let all = (directories.map { $0 + "/" } + files).sorted()
    return all.isEmpty ? "nothing" : all.joined(separator: ", ")
  }

  private static func runs(_ bytes: [UInt8]) -> String {
    var runs: [String] = []
    var start = 0
    while start < bytes.count {
      let byte = bytes[start]
      let end = bytes[start...].firstIndex { $0 != byte } ?? bytes.count
      let isLetter = (0x21..<0x7F).contains(byte)
      let high = String(byte >> 4, radix: 16)
      let text =
        isLetter ? String(Character(Unicode.Scalar(byte))) : high + String(byte & 15, radix: 16)
      runs.append("\(end - start)×\(text)")
      start = end
    }
    return runs.joined(separator: " ")
  }
}
