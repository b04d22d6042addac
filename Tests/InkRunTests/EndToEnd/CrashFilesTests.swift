import Foundation
import Glibc
import InkModel
import InkReport
import InkTestFixtures
import Testing

extension CrashEndToEnd {
  /// What stands where an exploration or a repeated state is to be written.
  @Suite("Files that an exploration meets") struct CrashFiles {
    private static func words(_ backends: String, more: [String] = []) -> [String] {
      [
        "crash", "tiny.json", "--backend", backends, "--durability", "process-crash", "--profile",
        "process-crash", "--budget", "300", "--faults", "0", "--store", "store", "--output", "out",
      ] + more
    }

    private static let mine = Array("mine\n".utf8)

    private func makeDirectory(_ name: String, in bench: Bench) throws {
      try FileManager.default.createDirectory(atPath: bench.path(name), withIntermediateDirectories: true)
    }

    @Test("Files and links of others stay as they are, whatever the program's own drafts are called")
    func drafts() throws {
      let bench = try Bench()
      try makeDirectory("out", in: bench)
      let names = ["plot.gnuplot", "gnuplot.log", "crash.md.draft", "verdicts.json.probe", "notes.svg"]
      for name in names { _ = try bench.directory.write(Self.mine, to: "out/\(name)") }
      _ = try bench.directory.write(Self.mine, to: "target")
      for name in ["timing.json.draft", "crash.xml.draft"] {
        try FileManager.default.createSymbolicLink(
          atPath: bench.path("out/\(name)"), withDestinationPath: "../target")
      }
      #expect(unsafe mkfifo(bench.path("out/verdicts.json.draft"), 0o600) == 0)
      let run = try bench.run(Self.words("snapshot"))
      #expect(run.status == 0, "\(run.errors)")
      for name in names.map({ "out/\($0)" }) + ["target"] {
        #expect(try bench.directory.read(name) == Self.mine, "\(name)")
      }
      let left = Set(try FileManager.default.contentsOfDirectory(atPath: bench.path("out")))
      let ours: Set = ["crash.md", "crash.xml", "timing.json", "verdicts.json", "verdicts-process-crash.svg"]
      let links: Set = ["timing.json.draft", "crash.xml.draft", "verdicts.json.draft"]
      #expect(left.subtracting(ours) == links.union(names))
    }

    @Test("A picture that is none of ours is not replaced", arguments: ["file", "link"])
    func foreignPicture(kind: String) throws {
      let bench = try Bench()
      try makeDirectory("out", in: bench)
      _ = try bench.directory.write(
        Self.mine, to: kind == "file" ? "out/verdicts-process-crash.svg" : "target")
      if kind == "link" {
        try FileManager.default.createSymbolicLink(
          atPath: bench.path("out/verdicts-process-crash.svg"), withDestinationPath: "../target")
      }
      let run = try bench.run(Self.words("snapshot"))
      #expect(run.status == 64 && run.errors.contains("verdicts-process-crash.svg' is no report of this"))
      #expect(try bench.directory.read("out/verdicts-process-crash.svg") == Self.mine)
    }

    @Test("A pipe in the place of the report is refused and not waited for", arguments: [[], ["--resume"]])
    func pipe(more: [String]) throws {
      let bench = try Bench()
      try makeDirectory("out", in: bench)
      #expect(unsafe mkfifo(bench.path("out/verdicts.json"), 0o600) == 0)
      let run = try bench.run(Self.words("snapshot", more: more))
      #expect([64, 66].contains(run.status), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test("Neither is gone on with nor made again under a profile whose rules have changed")
    func changedProfile() throws {
      let bench = try Bench()
      func profile(like name: String) throws {
        let printed = try bench.run(["crash", "profiles", name])
        let text = printed.output.replacing("\"name\" : \"\(name)\"", with: "\"name\" : \"mine\"")
          .replacing("\"name\": \"\(name)\"", with: "\"name\": \"mine\"")
        #expect(text != printed.output)
        _ = try bench.directory.write(Array(text.utf8), to: "mine.json")
      }
      let words = Self.words("snapshot").map { $0 == "process-crash" ? "mine.json" : $0 }
        .replacing(["--durability", "mine.json"], with: ["--durability", "process-crash"])
      try profile(like: "xfs")
      #expect(try bench.run(words).status == 0)
      let shapes = try CrashReport.read(bench.path("out/verdicts.json")).cases[0].profiles[0].shapes
      let id = try #require(shapes.first).id
      let replay = ["crash", "replay", id, "--report", "out", "--profile", "mine.json"]
      #expect(try bench.run(replay).status == 0)
      try profile(like: "apfs-fsync")
      let kept = try bench.directory.read("out/verdicts.json")
      let resumed = try bench.run(words + ["--resume"])
      #expect(resumed.status == 3, "\(resumed.errors)")
      #expect(resumed.errors.contains("can't be resumed: the profile 'mine' had other rules"))
      #expect(try bench.directory.read("out/verdicts.json") == kept)
      let again = try bench.run(replay)
      #expect(again.status == 3, "\(again.errors)")
      #expect(again.errors.contains("the profile 'mine' has other rules than when the report was made"))
    }

    @Test(
      "An exploration that puts nothing to the test ends with 3 and says so",
      arguments: [["failed-rename@999999", "400"], ["no-space", "0"]])
    func nothingTested(fault: [String]) throws {
      let bench = try Bench()
      let run = try bench.run([
        "crash", "tiny.json", "--backend", "snapshot", "--durability", "process-crash", "--fault", fault[0],
        "--faults", fault[1], "--store", "store", "--output", "out",
      ])
      #expect(run.status == 3, "\(run.output)\(run.errors)")
      #expect(run.output.hasPrefix("Nothing was explored."), "\(run.output)")
      #expect(run.errors.contains("no state was checked and no fault was met"), "\(run.errors)")
    }

    @Test(
      "A state that finds no room is taken back, and ends with 74", .enabled(if: SmallDisk.isPossible),
      arguments: [["export", "--output"], ["replay", "--keep"]])
    func noRoom(verb: [String]) throws {
      let bench = try Bench()
      let words = Self.words("snapshot").map { $0 == "process-crash" ? "xfs" : $0 }
        .replacing(["--durability", "xfs"], with: ["--durability", "process-crash"])
      #expect(try bench.run(words).status == 0)
      let shapes = try CrashReport.read(bench.path("out/verdicts.json")).cases[0].profiles[0].shapes
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 8))
      let run = try bench.run(
        ["crash", verb[0], try #require(shapes.first).id, "--report", "out", verb[1], "disk/new"])
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("No space left on device"), "\(run.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    @Test("Reports are not merged into a directory that an exploration is writing to")
    func mergedInto() throws {
      let bench = try Bench()
      for shard in 1...2 {
        let words = Self.words("snapshot", more: ["--shard", "\(shard)/2"]).map {
          $0 == "out" ? "s\(shard)" : $0
        }
        #expect(try bench.run(words).status == 0)
      }
      let running = try bench.start(Self.words("drowsy"), program: "BrokenBench")
      try running.wait { bench.exists("store/copies/crash/0/log") && !running.children.isEmpty }
      let merge = try bench.run(["crash", "merge", "s1", "s2", "--output", "out"])
      #expect(merge.status == 64 && merge.errors.contains("another run is writing to '"), "\(merge.errors)")
      running.signalGroup(SIGINT)
      #expect(try running.end().status == 130)
    }
  }
}
