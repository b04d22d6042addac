import Foundation
import InkModel
import InkReport
import InkRun
import InkTestFixtures
import Testing

extension EndToEnd {
  /// The round of each case whose file calls are recorded, and the scripts that it leaves.
  @Suite("The file calls of each case are kept as its script") struct RecordedRounds {
    private static let stores = "snapshot,journal,sqlite,null"

    private func scripts(
      _ bench: Bench, _ output: String = "out"
    ) throws -> [(row: CaseRow, script: OperationScript)] {
      let report = try bench.report(output)
      let paths = OperationScriptFile.paths(of: report.cases.map(\.name), in: bench.path(output))
      return try report.cases.map { row in
        let file = try OperationScriptFile.read(try #require(paths[row.name]))
        #expect(file.name == row.name)
        return (row, file.script)
      }
    }

    @Test("What a script writes and syncs is what the report counts")
    func contents() throws {
      let bench = try Bench()
      let run = try bench.run(Bench.words(Self.stores, durability: "power-durable", crashTrials: 0))
      #expect(run.status == 0, "\(run.errors)")
      let cases = try scripts(bench)
      #expect(cases.count == 4)
      for (row, script) in cases {
        let operations = script.steps.flatMap(\.operations)
        let written = operations.filter { $0.kind == .write }.reduce(0) { $0 + $1.length }
        #expect(Double(written) == row.metric("bytes.total")?.value ?? 0, "\(row.name.text)")
        let saves = script.steps.filter { Phase(rawValue: $0.phase)?.isSave == true }
        #expect(saves.count == row.samples.reduce(0) { $0 + $1.serviceNanoseconds.count })
        #expect(saves.allSatisfy { $0.computeNanoseconds > 0 })
        guard row.retainsContent else {
          #expect(operations.isEmpty)
          continue
        }
        let syncs: [FileOperation.Kind] = [.sync, .syncData, .syncDirectory]
        #expect(saves.allSatisfy { save in save.operations.contains { syncs.contains($0.kind) } })
        #expect(operations.allSatisfy { $0.role != .temporary && $0.role != .elsewhere }, "\(row.name.text)")
        #expect(script.initialLengths.contains { $0 > 0 }, "the base was there before")
      }
      #expect(!bench.exists("store"))
    }

    @Test("Two runs make the same calls, whatever time they take")
    func repeatable() throws {
      let bench = try Bench()
      for output in ["one", "two"] {
        let run = try bench.run(Bench.words(Self.stores, crashTrials: 0, output: output))
        #expect(run.status == 0, "\(run.errors)")
      }
      let (one, two) = (try scripts(bench, "one"), try scripts(bench, "two"))
      for (first, second) in zip(one, two) {
        #expect(first.script.withoutTimes == second.script.withoutTimes, "\(first.row.name.text)")
      }
    }

    @Test("A script of another version, or one that is damaged, is refused in a sentence")
    func refused() throws {
      let directory = try TemporaryDirectory()
      let name = CaseName(workload: "a/b c", backend: "journal", codec: "packed", durability: .powerDurable)
      let step = OperationScript.Step(
        phase: "idle", intendedMilliseconds: 5, computeNanoseconds: 7,
        operations: [FileOperation(.rename, role: .page, file: 1, target: 0, nanoseconds: 3)])
      let file = OperationScriptFile(
        name: name, script: OperationScript(initialLengths: [10, 0], steps: [step]))
      let path = try #require(OperationScriptFile.paths(of: [name], in: directory.path)[name])
      #expect(path == directory.path + "/operations/a-b-c-journal-packed-power-durable.json")
      try file.write(to: path)
      #expect(try OperationScriptFile.read(path) == file)

      let text = try String(contentsOfFile: path, encoding: .utf8)
      func reading(_ text: String) -> String {
        do throws(RunError) {
          _ = try OperationScriptFile.read(try! directory.write(Array(text.utf8), to: "other.json"))
          return ""
        } catch {
          return error.description
        }
      }
      #expect(
        reading(
          text.replacing("operations/1", with: "operations/2").replacing(
            "operations\\/1", with: "operations/2")
        )
        .hasSuffix(
          "its schema is 'inkbench-operations/2', and this version reads 'inkbench-operations/1'; run the case again"
        ))
      #expect(
        reading(text.replacing("\"target\":0", with: "\"target\":2")).contains(
          "names a file that it does not"))
      #expect(reading("{}").hasSuffix("is no list of file calls of this program: 'schema' is missing"))
      #expect(throws: RunError.self) { try OperationScriptFile.read(directory.path + "/none.json") }
    }

    @Test("Cases whose names differ only in what no file may be called have files of their own")
    func names() {
      let names = ["a b", "a-b"].map {
        CaseName(workload: $0, backend: "null", codec: nil, durability: .processCrash)
      }
      #expect(Set(OperationScriptFile.paths(of: names + names, in: "out").values).count == 2)
    }

    @Test(
      "A store that makes more calls when it is recorded is measured, and its script is missing with a note")
    func full() throws {
      let bench = try Bench()
      let run = try bench.run(Bench.words("growing", crashTrials: 0), program: "BrokenBench")
      #expect(run.status == 70, "\(run.errors)")
      let row = try bench.onlyCase()
      #expect(row.status == .measured)
      #expect(row.failures.map(\.kind) == [.recorded])
      #expect(row.notes.contains { $0.contains("could not be recorded (the log of file calls was full") })
      #expect(!bench.exists("out/operations"))
    }
  }
}

extension OperationScript {
  /// The same calls, with no time of their own.
  fileprivate var withoutTimes: OperationScript {
    var script = self
    for step in script.steps.indices {
      script.steps[step].computeNanoseconds = 0
      for index in script.steps[step].operations.indices {
        script.steps[step].operations[index].nanoseconds = 0
      }
    }
    return script
  }
}
