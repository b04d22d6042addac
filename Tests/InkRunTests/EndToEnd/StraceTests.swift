import Foundation
import InkModel
import InkReport
import InkRun
import InkTap
import InkTestFixtures
import Testing

extension EndToEnd {
  /// The stores' own calls, counted by the tap and by strace in one and the same process.
  @Suite("strace counts what the tap counts", .enabled(if: Built.tool("strace") != nil)) struct Strace {
    /// Calls of the kernel by what the tap counts them as.
    private static let kinds: [(calls: Set<String>, count: @Sendable (RoleTotals) -> UInt64)] = [
      (
        ["write", "pwrite64", "writev", "pwritev", "pwritev2", "sendfile", "copy_file_range"],
        { $0.writeCalls }
      ),
      (["fsync", "fdatasync", "sync_file_range", "syncfs"], { $0.syncCalls }),
      (["rename", "renameat", "renameat2"], { $0.renameCalls }),
      (["unlink", "unlinkat"], { $0.unlinkCalls }),
      (
        ["ftruncate", "truncate", "fallocate", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink"],
        { $0.otherCalls }
      ),
      (["open", "openat", "creat"], { $0.openCalls }),
    ]

    @Test("In a child that replays a session", arguments: ["snapshot", "journal", "sqlite", "monolith"])
    func replay(backend: String) throws {
      let bench = try Bench()
      let workload = try String(contentsOfFile: bench.path("tiny.json"), encoding: .utf8)
      let session = SessionReference.workload(json: workload, seed: 7)
      var task = ChildTask(
        job: .buildBase, session: session, backend: backend, codec: backend == "sqlite" ? nil : "packed",
        durability: .powerDurable, storeDirectory: bench.path("store"), seed: 7)
      try FileManager.default.createDirectory(atPath: bench.path("store"), withIntermediateDirectories: true)
      _ = try child(task, under: "", bench)
      task.job = .replay(ChildTask.Replay(exportPath: bench.path("export")))
      let names = Self.kinds.flatMap(\.calls).sorted().joined(separator: ",")
      let strace = "\(try #require(Built.tool("strace"))) -f -qq -y -o trace -e trace=\(names)"
      let round = try #require(try child(task, under: strace, bench).round)
      let inside = round.roles.filter { $0.role != .elsewhere }
      #expect(inside.contains { $0.writtenBytes > 0 })
      let traced = try Self.storeCalls(in: bench.path("trace"), store: bench.path("store"))
      for (calls, count) in Self.kinds {
        let counted = inside.reduce(0) { $0 + count($1) }
        #expect(traced.count { calls.contains($0) } == Int(counted), "\(calls.sorted())")
      }
    }

    @Test("The name of a run's log is sent to the disk before its first step is done")
    func logName() throws {
      let bench = try Bench()
      let options = ["-f", "-qq", "-y", "-o", "trace", "-e", "trace=rename,fsync,fdatasync"]
      let words = Bench.words("null", codec: nil, crashTrials: 0)
      let run = try RunningBench(
        path: try #require(Built.tool("strace")), options + [Built.path(of: "inkbench")] + words,
        in: bench.directory
      ).end()
      #expect(run.status == 0, "\(run.errors)")
      let calls = try String(contentsOfFile: bench.path("trace"), encoding: .utf8).split(separator: "\n")
        .filter { $0.contains("/out") }
      let renamed = try #require(calls.firstIndex { $0.contains("rename(") && $0.contains("jsonl.draft\"") })
      #expect(calls[renamed + 1].contains("fsync(") && calls[renamed + 1].contains("/out>"))
    }

    /// Carries out a task in a child of the program, by the shell: it gives the child its third descriptor.
    private func child(_ task: ChildTask, under tool: String, _ bench: Bench) throws -> ChildReply {
      let json = String(decoding: try JSONEncoder().encode(task), as: UTF8.self)
      try Data(#"{"task":{"_0":\#(json)}}"#.utf8).write(to: URL(filePath: bench.path("task")))
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.currentDirectoryURL = URL(filePath: bench.path(""))
      shell.arguments = ["-c", "exec \(tool) \(try Built.path(of: "inkbench")) child < task 3> reply"]
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
      let reply = try JSONDecoder().decode(
        ChildReply.self, from: Data(contentsOf: URL(filePath: bench.path("reply"))))
      #expect(reply.failure == nil)
      return reply
    }

    /// The calls on files of a store in strace's words, `1234 fsync(5</path>) = 0`, less those of the canary.
    private static func storeCalls(in path: String, store: String) throws -> [String] {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
        guard let call = line.split(separator: " ", maxSplits: 1).last?.drop(while: { $0 == " " }),
          let brace = call.firstIndex(of: "("),
          call.contains(store + "/") || call.contains(store + ">") || call.contains(store + "\""),
          !call.contains(".inktap-canary"), !call.contains("resumed>"),
          // Directories that are listed, and places that the tap looks at.
          !call.contains("O_RDONLY|O_NONBLOCK|O_CLOEXEC|O_DIRECTORY"), !call.contains("O_PATH")
        else { return nil }
        return String(call[..<brace])
      }
    }
  }
}
