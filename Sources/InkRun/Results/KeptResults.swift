internal import FoundationEssentials
package import InkReport

/// What the log of an earlier run holds.
///
/// Method. Only whole lines count: a last one without its end was cut off by the end of the run, and its step
/// is done again. A line before that can't be read only if something else has written to the file, so the
/// file is refused. A step that stands in the log twice counts as it stands there last.
package struct KeptResults: Sendable {
  package let path: String
  package let header: RunHeader
  package private(set) var steps: [RunStep: EndedStep] = [:]
  package private(set) var readings: [MachineReading] = []
  package private(set) var resumptions: [Resumption] = []
  package private(set) var isFinished = false
  /// The length of all whole lines, in bytes.
  package let length: Int
  /// The length of the file when it was read, a last line that was cut off included.
  let fileLength: Int

  /// Whether a directory has a log.
  package static func exists(in directory: String) -> Bool {
    Platform.regularFileSize(directory + "/" + ResultLog.fileName) != nil
  }

  /// Reads the log of a directory.
  package init(directory: String) throws(RunError) {
    let path = directory + "/" + ResultLog.fileName
    guard Self.exists(in: directory) else {
      throw .unreadableLog(
        "'\(directory)' has no '\(ResultLog.fileName)': there is no run to resume; leave out --resume")
    }
    try self.init(Platform.readFile(path), path: path)
  }

  /// Reads a log's bytes; `path` names it in errors.
  package init(_ bytes: [UInt8], path: String) throws(RunError) {
    let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let lines = bytes[..<end].split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    guard let first = lines.first else {
      throw .malformedLog("'\(path)' is no log of a run: its first line is cut off or absent")
    }
    self.path = path
    length = end
    fileLength = bytes.count
    header = try Self.header(first, path)
    for (index, line) in lines.enumerated().dropFirst() {
      do { take(try JSONDecoder().decode(ResultLine.self, from: Data(line))) } catch {
        throw .malformedLog(
          "'\(path)' is damaged at line \(index + 1); take out the line to have its step done again")
      }
    }
    guard steps.keys.allSatisfy({ header.cases.indices.contains($0.caseNumber) }) else {
      throw .malformedLog("'\(path)' is damaged: it has a step of a case that it does not name")
    }
  }

  private static func header(_ line: ArraySlice<UInt8>, _ path: String) throws(RunError) -> RunHeader {
    struct Version: Decodable {
      struct Run: Decodable { var header: Schema }
      struct Schema: Decodable { var schema: String }
      var run: Run
    }
    guard let version = try? JSONDecoder().decode(Version.self, from: Data(line)).run.header.schema else {
      throw .malformedLog("'\(path)' is no log of a run: its first line does not say what it is")
    }
    guard version == RunHeader.schemaName else {
      throw .malformedLog(
        "'\(path)' is of version '\(version)', and this version reads '\(RunHeader.schemaName)'; "
          + "use the inkbench that wrote it, or run again")
    }
    guard case .run(let header)? = try? JSONDecoder().decode(ResultLine.self, from: Data(line)) else {
      throw .malformedLog("'\(path)' is damaged at line 1, which says what the run is; run again")
    }
    return header
  }

  private mutating func take(_ line: ResultLine) {
    switch line {
    // A second header changes nothing: the first one is what the steps were checked by.
    case .run: break
    case .step(let ended): steps[ended.step] = ended
    case .machine(let reading): readings.append(reading)
    case .resumed(let resumption): resumptions.append(resumption)
    case .finished: isFinished = true
    }
  }

  /// The steps of one kind and case, in their order.
  package func steps(_ kind: RunStep.Kind, of caseNumber: Int) -> [EndedStep] {
    steps.values.filter { $0.step.kind == kind && $0.step.caseNumber == caseNumber }
      .sorted { $0.step.number < $1.step.number }
  }
}
