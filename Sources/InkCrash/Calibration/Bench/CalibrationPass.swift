internal import InkRun
internal import InkTap

/// One way of going through the calls of a sequence.
enum CalibrationPass: Hashable, Sendable {
  /// One call behind the other; what is left is written back at the end.
  case plain
  /// Behind each write its bytes are written back, and nothing else.
  case writingBack
  /// Behind a call, by its number from 1, everything is written back, as a system does now and then.
  case committing(after: Int)

  /// All ways of a sequence: commits behind each call that is no sync itself, but the last.
  static func all(of sequence: CalibrationSequence) -> [CalibrationPass] {
    let commits = sequence.calls.indices.dropLast().filter { index in
      switch sequence.calls[index] {
      case .sync, .syncData: false
      default: true
      }
    }
    return [.plain, .writingBack] + commits.map { .committing(after: $0 + 1) }
  }

  var words: String {
    switch self {
    case .plain: "plainly"
    case .writingBack: "with bytes written back at once"
    case .committing(let number): "with a commit behind call \(number)"
    }
  }
}

/// What was recorded of a pass, on both sides of the file system.
struct RecordedPass {
  var entries: [RecordedEntry] = []
  var log: BlockLog
  /// How many entries the block log had when so many calls had returned.
  var logCounts: [Int]
  /// From where on crashes are looked at: what comes before is the same as in the plain pass.
  var start: Int
}

extension DiskBench {
  /// Makes the calls of a sequence on a fresh copy of the base, under the tap.
  func record(_ sequence: CalibrationSequence, _ pass: CalibrationPass) throws -> RecordedPass {
    try attach()
    defer { detach() }
    Tap.watch(directory: store, roles: [])
    var counts = [logCount()]
    var start = counts[0]
    try Tap.record(capacityBytes: Self.recordingBytes)
    let caller = CalibrationCaller(store: store)
    let made = Result {
      for (index, call) in sequence.calls.enumerated() {
        Tap.mark(RecordedMark(.begun, step: index + 1, phase: "call"))
        try caller.make(call)
        Tap.mark(RecordedMark(.acknowledged, step: index + 1, phase: "call"))
        counts.append(logCount())
        if pass == .writingBack, call.isWrite { try caller.writeBack(call.path) }
        guard pass == .committing(after: index + 1) else { continue }
        start = counts[index + 1]
        try commit()
      }
    }
    let recording = try Tap.stopRecording()
    try made.get()
    try commit()
    let log = try log()
    caller.close()
    return RecordedPass(entries: try recording.entries(), log: log, logCounts: counts, start: start)
  }

  /// A hundred times what a sequence writes.
  private static let recordingBytes = 4 << 20
}
