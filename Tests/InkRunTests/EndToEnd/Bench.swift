import Foundation
import Glibc
import InkReport
import InkRun
import InkTestFixtures
import Testing

/// Everything that starts the real programs; one at a time, because each uses both cores for moments.
@Suite("The programs, end to end", .serialized) struct EndToEnd {}

/// The same for the crash lab, beside the others: what it says does not depend on how busy the machine is.
@Suite("The crash lab, end to end", .serialized) struct CrashEndToEnd {}

/// A directory with a small workload, in which the real programs are run.
struct Bench {
  /// A run that has ended.
  struct Run {
    /// The exit code; the number of the signal, negative, if one ended it.
    var status: Int32
    var output: String
    var errors: String
  }

  let directory: TemporaryDirectory
  static let workloadName = "tiny"

  /// Writes the workload; about 25 strokes with an image, a stay in the background and another page.
  init(strokes: Int = 25, _ sections: [String: String] = [:]) throws {
    directory = try TemporaryDirectory()
    var all = [
      "schema": #""inkbench-workload/1""#, "name": "\"\(Self.workloadName)\"", "about": #""A few strokes.""#,
      "seed": "7", "document": #"{"basePages":2,"basePageFill":0.2,"basePagesWithImageShare":0.5}"#,
      "page": #"{"strokesPerPage":40}"#, "session": "{\"strokes\":\(strokes)}",
      "edits": #"{"images":1,"imageKilobytes":20}"#,
      "pages": #"{"browsingRuns":1,"browsingFlips":2,"reorders":1}"#, "app": #"{"backgrounds":1}"#,
    ]
    all.merge(sections) { _, new in new }
    let text = all.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",\n")
    _ = try directory.write(Array("{\(text)}\n".utf8), to: "tiny.json")
  }

  func path(_ name: String) -> String { directory.path + "/" + name }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// The words of a run of the workload, in the store `store`, with the report in `out`.
  static func words(
    _ backends: String, codec: String? = "packed", durability: String = "process-crash", rounds: Int = 1,
    crashTrials: Int = 12, crashStates: Int = 0, store: String = "store", output: String = "out",
    of session: String = "tiny.json",
    more: [String] = []
  ) -> [String] {
    var words = ["run", session, "--backend", backends, "--durability", durability]
    if let codec { words += ["--codec", codec] }
    words += ["--rounds", "\(rounds)", "--crash-trials", "\(crashTrials)"]
    words += ["--crash-states", "\(crashStates)", "--store", store]
    return words + ["--output", output] + more
  }

  /// Runs a program to its end.
  func run(
    _ words: [String], program: String = "inkbench", environment: [String: String] = [:]
  ) throws -> Run {
    try start(words, program: program, environment: environment).end()
  }

  /// Starts a program, in a process group of its own as a shell would.
  func start(
    _ words: [String], program: String = "inkbench", environment: [String: String] = [:]
  ) throws -> RunningBench {
    try RunningBench(path: Built.path(of: program), words, environment, in: directory)
  }

  /// The report in a directory, which has to meet the published schema.
  func report(_ output: String = "out") throws -> Report {
    try expectValid(output + "/report.json", as: "report")
    return try Report.read(path(output) + "/report.json")
  }

  /// Holds a document against the schema that the program prints, where there is a checker.
  func expectValid(
    _ name: String, as format: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard JSONSchemaChecker.isInstalled else { return }
    let schema = try run(["schema", format])
    #expect(schema.status == 0, sourceLocation: sourceLocation)
    let faults = try JSONSchemaChecker.faults(
      of: [String(decoding: directory.read(name), as: UTF8.self)], schema: schema.output)
    #expect(faults == "", "\(name)", sourceLocation: sourceLocation)
  }

  /// How many steps of a kind the log of a run has.
  func steps(_ kind: RunStep.Kind, in output: String = "out") -> Int {
    guard let kept = try? KeptResults(directory: path(output)) else { return 0 }
    return kept.steps.keys.count { $0.kind == kind }
  }

  /// The only case of the report.
  func onlyCase() throws -> CaseRow {
    let report = try report()
    try #require(report.cases.count == 1)
    return report.cases[0]
  }
}

/// A program that was started and may still be running.
final class RunningBench {
  private let process = Process()
  private let directory: TemporaryDirectory
  private let number = UUID().uuidString

  init(
    path: String, _ words: [String], _ environment: [String: String] = [:], in directory: TemporaryDirectory
  ) throws {
    self.directory = directory
    process.executableURL = URL(filePath: path)
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    process.currentDirectoryURL = URL(filePath: directory.path)
    // Files rather than pipes: nobody has to read them while the program runs.
    process.standardOutput = try FileHandle(
      forWritingTo: URL(filePath: directory.write([], to: ".output-" + number)))
    process.standardError = try FileHandle(
      forWritingTo: URL(filePath: directory.write([], to: ".errors-" + number)))
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Waits until something holds, as long as the program runs and a minute at most.
  func wait(until isReached: () throws -> Bool) throws {
    for _ in 0..<6_000 where process.isRunning {
      if try isReached() { return }
      usleep(10_000)
    }
    #expect(try isReached(), "the program ended, or a minute passed")
  }

  /// Sends a signal to the program and its children, as the terminal does on Ctrl-C.
  func signalGroup(_ signal: Int32) { kill(-process.processIdentifier, signal) }

  /// Sends a signal to the program alone.
  func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The program's children that run now.
  var children: [pid_t] {
    let parent = process.processIdentifier
    let list = try? String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
    return (list ?? "").split(separator: " ").compactMap { pid_t($0) }
  }

  /// Waits for the end of the program.
  func end() throws -> Bench.Run {
    process.waitUntilExit()
    return Bench.Run(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try directory.read(".output-" + number), as: UTF8.self),
      errors: String(decoding: try directory.read(".errors-" + number), as: UTF8.self))
  }
}
