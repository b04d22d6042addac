import Foundation
import Glibc
import InkReport
import InkRun
import InkTestFixtures
import Testing

extension EndToEnd {
  @Suite("A full disk", .enabled(if: SmallDisk.isPossible)) struct FullDisk {
    @Test("A run that can't fit is refused before anything is written")
    func preflight() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 64))
      let run = try bench.run(Bench.words("snapshot", store: "disk/store"))
      #expect(run.status == 74)
      #expect(run.errors.contains("does not fit"))
      #expect(run.errors.contains("Nothing was written."))
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
      #expect(!bench.exists("out"))
    }

    @Test("A file that may grow no further ends the command with 74, and not by a signal")
    func limit() throws {
      let bench = try Bench()
      let words = ["-c", "ulimit -f 1; exec \"$0\" \"$@\"", try Built.path(of: "inkbench")]
      let running = try RunningBench(
        path: "/bin/sh", words + ["simulate", "tiny.json", "--output", "big.inksession"], in: bench.directory)
      let run = try running.end()
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("big.inksession"), "\(run.errors)")
    }

    /// Fills the disk beside the store while the run is at it, as another program would.
    @Test("A disk that fills up under the store ends the run with 74, names a file and keeps the rounds")
    func store() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 2_048))
      let running = try bench.start(
        Bench.words("snapshot", rounds: 1_000, crashTrials: 0, store: "disk/store"))
      try running.wait { bench.steps(.round) >= 2 }
      fill(disk.path + "/ballast")
      let run = try running.end()
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("disk/store/"), "\(run.errors)")
      #expect(run.errors.contains("results so far are kept"))
      let row = try bench.onlyCase()
      #expect(row.timedRounds >= 2)
      #expect(row.metric("bytes.total")?.value ?? 0 > 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["ballast"])
    }

    @Test(
      "A base that can't be copied for its round ends the run with 74, names the copy and keeps the rounds")
    func copy() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 1_600))
      let words = Bench.words("snapshot,bulky", crashTrials: 0, store: "disk/store")
      let run = try bench.run(words, program: "BrokenBench")
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("disk/store/copies/round/ballast"), "\(run.errors)")
      #expect(try bench.report().cases.map(\.timedRounds) == [1, 0])
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    @Test("A disk that fills up during crash trials ends the run with 74 and keeps the rounds")
    func crashTrials() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 2_048))
      let running = try bench.start(Bench.words("snapshot", crashTrials: 10_000, store: "disk/store"))
      try running.wait { bench.exists("disk/store/copies/crash/trial-1") }
      fill(disk.path + "/ballast")
      let run = try running.end()
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("disk/store/"), "\(run.errors)")
      let row = try bench.onlyCase()
      #expect(row.timedRounds == 1)
      #expect(row.crash?.brokenCount ?? 0 == 0)
    }

    @Test("A disk that is full under the output ends with 74, names a file and leaves no half report")
    func output() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 40))
      let run = try bench.run(Bench.words("snapshot", rounds: 12, crashTrials: 0, output: "disk/out"))
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("disk/out"), "\(run.errors)")
      #expect(run.errors.contains("results.jsonl' can't be written: No space left"), "\(run.errors)")
      #expect(try KeptResults(directory: bench.path("disk/out")).steps.count >= 1)
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: disk.path).sorted() == [
          "out", "out/results.jsonl",
        ])
      #expect(try !KeptResults(directory: bench.path("disk/out")).isFinished, "steps are missing")
      // What did arrive is whole lines.
      let log = try bench.directory.read("disk/out/results.jsonl")
      #expect(log.last == UInt8(ascii: "\n"))
      for line in log.split(separator: UInt8(ascii: "\n")) {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line)) }
      }
      #expect(!bench.exists("store"))
    }

    @Test("A log that lost a line to a full disk is not that of a finished run, though there is room again")
    func lostLine() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 64))
      let log = try ResultLog(directory: disk.path, header: Self.header)
      fill(disk.path + "/ballast")
      let long = Resumption(
        time: "", keptSteps: 0, differences: [String(repeating: "more than a page ", count: 1_000)])
      log.append(.resumed(how: long))
      try FileManager.default.removeItem(atPath: disk.path + "/ballast")
      log.append(.resumed(how: Resumption(time: "", keptSteps: 1, differences: [])))
      log.finish()
      let kept = try KeptResults(directory: disk.path)
      #expect(kept.resumptions.map(\.keptSteps) == [1])
      #expect(!kept.isFinished)
      #expect(log.failureSentence?.contains("No space left") == true)
    }

    private static var header: RunHeader {
      RunHeader(
        executable: ExecutableMark("/proc/self/exe"), command: "inkbench run tiny", sessions: [],
        options: RunOptions(rounds: 1, pace: .virtual, crashTrialsPerCase: 0, crashStatesPerCase: 0),
        cases: [], shard: nil, environment: [], warnings: [])
    }

    @Test("A log that can't be begun on a full disk leaves no directory either")
    func noLog() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 64))
      fill(disk.path + "/ballast")
      let error = #expect(throws: RunError.self) {
        try ResultLog(directory: disk.path + "/deep/out", header: Self.header)
      }
      #expect(error?.isDiskFull == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["ballast"])
    }

    @Test("A disk that is full before the store is made is left as it was, and so is an empty directory")
    func noStore() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 64))
      let mine = disk.path + "/mine"
      try FileManager.default.createDirectory(atPath: mine, withIntermediateDirectories: false)
      fill(disk.path + "/ballast")
      for path in ["/store", "/deep/store", "/mine"] {
        let error = #expect(throws: RunError.self) { try StoreDirectory(disk.path + path) }
        #expect(error?.isDiskFull == true)
      }
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: disk.path).sorted() == ["ballast", "mine"])
    }

    @Test("The same where the disk takes no more files", arguments: 0...4)
    func noFiles(free: Int) throws {
      let bench = try Bench()
      // The top of the disk is a file too.
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 64, inodes: 1 + free))
      // The directory, its marker, and what lies in it: one more would do.
      let error = #expect(throws: RunError.self) { try StoreDirectory(disk.path + "/store") }
      #expect(error?.isDiskFull == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    @Test("The doctor ends with 74 where its files don't fit, and leaves nothing")
    func doctor() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 2_048))
      let run = try bench.run(["doctor", "--store", "disk/deep/store"])
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("the machine could not be measured: "), "\(run.errors)")
      #expect(run.errors.contains("No space left"), "\(run.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    @Test("What a file system of memory gives is not said to come from a disk")
    func memory() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 65_536))
      let probe = try #require(DeviceProbe(in: disk.path))
      #expect(
        probe.device.bandwidth.readBytesPerSecond.source.contains(
          "reads of 8 MiB that this file system keeps in memory"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    private func fill(_ path: String) {
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT, 0o644)
      let block = [UInt8](repeating: 0, count: 4_096)
      while unsafe write(descriptor, block, block.count) > 0 {}
      close(descriptor)
    }
  }
}
