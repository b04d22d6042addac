import Foundation
import Glibc
import InkTestFixtures

/// What a child process that carried out a script of file calls told, and how it ended.
struct ProbeRun {
  var values: [String: UInt64] = [:]
  var bypasses: [String] = []
  var output = ""
  /// 0 for success; the number of the signal, negative, if one ended it.
  var status: Int32 = 0

  subscript(key: String) -> UInt64 { values[key] ?? 0 }

  /// Runs a script in a store, a line each step.
  init(
    _ store: TemporaryDirectory, environment: [String: String] = [:], under tool: [String] = [],
    standardInput: FileHandle = .nullDevice, _ script: String
  ) throws {
    let arguments = tool + [try Built.path(of: "TapProbe"), store.path, script]
    self = try Self.run(arguments, environment: environment, standardInput: standardInput)
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      if words[0] == "bypass" { bypasses.append(String(words[1])) }
      if let value = UInt64(words[1]) { values[String(words[0])] = value }
    }
  }

  private init() {}

  /// Runs any program and keeps its standard output.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], standardInput: FileHandle = .nullDevice
  ) throws -> ProbeRun {
    let process = Process()
    process.executableURL = URL(filePath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = standardInput
    try process.run()
    var run = ProbeRun()
    run.output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    run.status =
      process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return run
  }
}
