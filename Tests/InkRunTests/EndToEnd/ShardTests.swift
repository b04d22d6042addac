import Foundation
import InkModel
import InkReport
import InkRun
import InkTestFixtures
import Testing

extension EndToEnd {
  @Suite("Shards of a run, and their merging") struct Shards {
    private static func words(_ shard: Int?, of count: Int = 3) -> [String] {
      Bench.words(
        "snapshot,journal,sqlite,null", durability: "process-crash,power-durable", rounds: 2, crashTrials: 4,
        output: shard.map { "shard-\($0)" } ?? "whole",
        more: shard.map { ["--shard", "\($0)/\(count)"] } ?? [])
    }

    @Test("Three shards merged are the unsharded run, in all exact metrics and in the set of cases")
    func merged() throws {
      let bench = try Bench()
      #expect(try bench.run(Self.words(nil)).status == 0)
      for shard in 1...3 {
        let run = try bench.run(Self.words(shard))
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("Shard    \(shard)/3: "), "\(run.errors)")
        let text = String(decoding: try bench.directory.read("shard-\(shard)/report.md"), as: UTF8.self)
        #expect(text.contains("> **Shard \(shard)/3:** "))
      }
      // Directories and files, in any order.
      let words = ["merge", "shard-3", "shard-1/report.json", "shard-2"]
      let run = try bench.run(words + ["--output", "merged"])
      #expect(run.status == 0, "\(run.errors)")
      let (whole, merged) = (try bench.report("whole"), try bench.report("merged"))
      #expect(merged.cases.map(\.name) == whole.cases.map(\.name))
      #expect(Resuming.exact(merged) == Resuming.exact(whole))
      #expect(merged.command == whole.command)
      #expect(merged.shard == nil && merged.sessions == whole.sessions)
      #expect(try bench.run(["compare", "whole/report.json", "merged/report.json"]).status == 0)
      #expect(try scripts(bench, "merged") == scripts(bench, "whole"))
      #expect(try scripts(bench, "merged").count == 8)
      #expect(try plots(bench, "merged") == plots(bench, "whole"))

      let missing = try bench.run(["merge", "shard-1", "shard-3", "--output", "part"])
      #expect(missing.status == 3)
      #expect(missing.errors.contains("shard 2/3 is missing"), "\(missing.errors)")
      #expect(!bench.exists("part"))
      let twice = try bench.run(["merge", "shard-1", "shard-2", "shard-1", "--output", "part"])
      #expect(twice.status == 3)
      #expect(twice.errors.contains("shard 1/3 is given twice"), "\(twice.errors)")
      let partial = try bench.run(["merge", "shard-1", "shard-3", "--partial", "--output", "part"])
      #expect(partial.status == 0, "\(partial.errors)")
      #expect(partial.output.contains("Warning: merged without shard 2 of 3"), "\(partial.output)")
      let own = try bench.run(words + ["--output", "shard-2"])
      #expect(own.status == 64)
      #expect(try bench.report("shard-2").shard?.number == 2)
      let log = try bench.directory.read("whole/results.jsonl")
      let onto = try bench.run(words + ["--output", "whole"])
      #expect(onto.status == 64)
      #expect(onto.errors.contains("whole' holds the log of a run ('results.jsonl')"), "\(onto.errors)")
      #expect(try bench.directory.read("whole/results.jsonl") == log)
      #expect(try bench.report("whole") == whole)
      let notShard = try bench.run(["merge", "whole", "--output", "part2"])
      #expect(notShard.status == 3)
      #expect(notShard.errors.contains("is the report of a whole run and not of a shard"))
    }

    /// Which case's file calls lie in which file; no time is the same twice.
    private func scripts(_ bench: Bench, _ output: String) throws -> [String: OperationScriptFile] {
      let place = bench.path(output) + "/operations"
      let names = try FileManager.default.contentsOfDirectory(atPath: place)
      return Dictionary(
        uniqueKeysWithValues: try names.map { name in
          var file = try OperationScriptFile.read(place + "/" + name)
          file.script = file.script.withoutTimes
          return (name, file)
        })
    }

    private func plots(_ bench: Bench, _ output: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: bench.path(output)).filter { $0.hasSuffix(".svg") }
        .sorted()
    }

    @Test(
      "A shard that does not exist is refused with 64 before anything is written",
      arguments: [
        (
          "0/3", "'--shard' takes a part of at most 1000, such as 2/3, not '0/3': parts are numbered from 1\n"
        ),
        ("4/3", "not '4/3': the last part is 3/3\n"), ("1/0", "not '1/0': a run has at least one part\n"),
        ("1/1000000", "not '1/1000000': these are 1000000 parts\n"), ("x/y", "not 'x/y'\n"),
        ("-1/3", "not '-1/3'\n"), ("1", "not '1'\n"), ("1/2/3", "not '1/2/3'\n"), ("/", "not '/'\n"),
        ("1/3", "'--shard 1/3' has more parts than the run has cases, of which there are 1"),
      ])
    func words(shard: String, sentence: String) throws {
      let bench = try Bench()
      let run = try bench.run(Bench.words("snapshot", more: ["--shard=\(shard)"]))
      #expect(run.status == 64)
      #expect(run.errors.contains(sentence), "\(run.errors)")
      #expect(!bench.exists("out") && !bench.exists("store"))
    }

    @Test("What is no report can't be merged")
    func noReports() throws {
      let bench = try Bench()
      #expect(try bench.run(["merge", "--output", "x"]).status == 64)
      #expect(try bench.run(["merge", "absent", "--output", "x"]).status == 66)
      #expect(try bench.run(["merge", "tiny.json", "--output", "x"]).status == 65)
      #expect(!bench.exists("x"))
    }
  }
}
