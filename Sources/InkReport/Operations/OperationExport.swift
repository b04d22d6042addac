package import InkModel

/// The scripts of a run's cases as one text, to be replayed on another device.
///
/// A JSON value a line: a header; for each case a line about it and then a line for each step, an array of
/// integers; and a line with the FNV-1a hash of all bytes before it. Kinds, roles and phases are places in
/// lists of the header, so a file explains its own numbers. Its reader stands in the file that is given to
/// apps.
package struct OperationExport {
  private struct Header: Encodable {
    let caseCount: Int
    let kernelBytesPerSecond: Double
    let kinds = FileOperation.Kind.allCases.map(\.rawValue)
    let phases: [String]
    let roles = FileRole.allCases.map(\.rawValue)
  }

  private struct CaseLine: Encodable {
    let name: String
    let stepCount: Int
    let callCount: Int
    let peakBytes: UInt64
    /// For each file whether it is a directory, whether it is there at the start, its length then, and at the
    /// end.
    let files: [[Int64]]
  }

  package static let schema = "inkbench-script/1"

  private let kernelBytesPerSecond: Double
  private var phases: [String] = []
  private var phaseIndex: [String: Int] = [:]
  package private(set) var caseCount = 0
  package private(set) var callCount = 0
  private var body: [UInt8] = []

  /// Begins a text; the speed is that of `EncodeKernel` where they are exported.
  package init(kernelBytesPerSecond: Double) { self.kernelBytesPerSecond = kernelBytesPerSecond }

  /// Adds the script of a case, whose calls must name files that it has.
  package mutating func add(_ script: OperationScript, named name: String) {
    caseCount += 1
    let calls = script.steps.reduce(0) { $0 + $1.operations.count }
    callCount += calls
    let course = ScriptFiles(script)
    let files: [[Int64]] = course.files.map { file in
      let finalLength = file.finalLength.map { Int64(clamping: $0) } ?? -1
      let initialLength = Int64(clamping: file.initialLength)
      return [file.isDirectory ? 1 : 0, file.existsAtStart ? 1 : 0, initialLength, finalLength]
    }
    body += Self.line(
      CaseLine(
        name: name, stepCount: script.steps.count, callCount: calls, peakBytes: course.peakBytes,
        files: files))
    for step in script.steps { add(step) }
  }

  private mutating func add(_ step: OperationScript.Step) {
    var line = "[\(index(of: step.phase)),\(step.intendedMilliseconds),\(step.computeNanoseconds)"
    for call in step.operations {
      line += ",\(Self.kindIndex[call.kind] ?? 0),\(Self.roleIndex[call.role] ?? 0),\(call.file)"
      line += ",\(call.target ?? -1),\(call.offset),\(call.length),\(call.nanoseconds)"
    }
    body += (line + "]\n").utf8
  }

  private mutating func index(of phase: String) -> Int {
    if let index = phaseIndex[phase] { return index }
    phases.append(phase)
    phaseIndex[phase] = phases.count - 1
    return phases.count - 1
  }

  /// Whether a file that starts with these bytes is such a text, in whatever version.
  package static func isExport(startingWith bytes: [UInt8]) -> Bool {
    bytes.starts(with: #"{"schema":"inkbench-script/"#.utf8)
  }

  /// The whole text.
  package func text() -> [UInt8] {
    let header = Header(caseCount: caseCount, kernelBytesPerSecond: kernelBytesPerSecond, phases: phases)
    // The schema comes first, so that the beginning of a file tells what it is.
    let text = Array(#"{"schema":"\#(Self.schema)","#.utf8) + Self.line(header).dropFirst() + body
    return text + #"{"fnv1a":"\#(String(Self.hash(text), radix: 16))"}\#n"#.utf8
  }

  private static let kindIndex = Dictionary(
    uniqueKeysWithValues: FileOperation.Kind.allCases.enumerated().map { ($1, $0) })
  private static let roleIndex = Dictionary(
    uniqueKeysWithValues: FileRole.allCases.enumerated().map { ($1, $0) })

  /// The 64-bit FNV-1a hash: quick to write in any language, and enough against accidents.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static func line(_ value: some Encodable) -> [UInt8] {
    do throws(JSONRefusal) { return try StrictJSON.line(value) } catch {
      // Only a number that is not finite can fail, and the one that is no integer is a measured speed.
      preconditionFailure("a script holds a number that JSON can't: \(error.reason)")
    }
  }
}
