import Foundation
import InkModel
import InkReport
import InkRun
import InkTestFixtures
import Testing

extension EndToEnd {
  /// Runs whose saves are priced for devices.
  @Suite("A run's saves are priced for devices") struct PricedRuns {
    private static let stores = "snapshot,journal,sqlite,null"
    private static let fixed = ["--device", "nvme-tablet,emmc-tablet"]

    /// The modelled rows without what is noisy.
    private func exact(_ rows: [ModelledRow]) -> [ModelledRow] {
      rows.map { row in
        var row = row
        row.metrics.removeAll { $0.kind == .noisy }
        return row
      }
    }

    @Test("Two runs model the same, to the last digit, and as they counted; priced again, the same again")
    func repeatable() throws {
      let bench = try Bench()
      for output in ["one", "two"] {
        let run = try bench.run(
          Bench.words(
            Self.stores, durability: "power-durable", crashTrials: 0, output: output, more: Self.fixed))
        #expect(run.status == 0, "\(run.errors)")
      }
      let (one, two) = (try bench.report("one").modelled, try bench.report("two").modelled)
      #expect(one.rows.count == 8)
      #expect(one.rows.allSatisfy { $0.status == .modelled })
      #expect(exact(one.rows) == exact(two.rows))
      try expectAgreement(of: bench.report("one"))
      #expect(exact(one.rows).allSatisfy { $0.metrics.count >= 15 })
      let again = try bench.run(["device", "price", "one", "--json"] + Self.fixed)
      #expect(again.status == 0, "\(again.errors)")
      #expect(again.output == String(decoding: one.json(), as: UTF8.self))
      let compared = try bench.run(["compare", "one/report.json", "two/report.json"])
      #expect(compared.status == 0, "\(compared.output)\(compared.errors)")
    }

    /// What is modelled has the bytes and the saves that are counted, and stores that sync are dearer.
    private func expectAgreement(of report: Report) throws {
      for row in report.modelled.rows {
        let measured = try #require(report.cases.first { $0.name == row.name })
        #expect(row.metric("save.count")?.value == measured.metric("saves")?.value)
        let deviceBytes = try #require(row.metric("flash.device-bytes")?.value)
        let written = try #require(measured.metric("bytes.total")?.value)
        let p50 = try #require(row.metric("save.file.p50")?.value)
        guard measured.retainsContent else {
          #expect(deviceBytes == 0 && p50 == 0)
          continue
        }
        #expect(deviceBytes >= written)
        #expect(row.metric("flash.rounding")?.value == deviceBytes / written)
        // A durable save of a snapshot flushes its file and its directory: on eMMC two times 8 ms.
        #expect(p50 > (row.backend == "snapshot" && row.device == "emmc-tablet" ? 16_000_000 : 0))
      }
    }

    @Test("This machine is measured by the run, said to be noisy, and can be priced again as it was")
    func thisMachine() throws {
      let bench = try Bench()
      let run = try bench.run(Bench.words("journal", crashTrials: 0))
      #expect(run.status == 0, "\(run.errors)")
      let modelled = try bench.report("out").modelled
      #expect(modelled.devices.map { $0.name } == ["nvme-tablet", "emmc-tablet", "this-machine"])
      #expect(modelled.rows.last?.metrics.allSatisfy { $0.kind == .noisy } == true)
      let again = try bench.run(["device", "price", "out", "--device", "this-machine"])
      #expect(again.status == 0, "\(again.errors)")
      #expect(again.output.contains("`this-machine`"))
    }

    @Test("A run whose scripts are gone or damaged is not priced, and says why")
    func withoutScripts() throws {
      let bench = try Bench()
      let run = try bench.run(Bench.words("journal", crashTrials: 0, more: ["--device", "emmc-tablet"]))
      #expect(run.status == 0, "\(run.errors)")
      let name = try #require(try bench.report("out").cases.first).name
      let path = try #require(OperationScriptFile.paths(of: [name], in: bench.path("out"))[name])
      try Data("{}".utf8).write(to: URL(filePath: path))
      let damaged = try bench.run(["device", "price", "out"])
      #expect(damaged.status == 3)
      #expect(damaged.output.contains("is not modelled: Its file calls can't be read: "))
      try FileManager.default.removeItem(atPath: path)
      let gone = try bench.run(["device", "price", "out"])
      #expect(gone.status == 3)
      #expect(gone.output.contains("is not modelled: The run kept no record of its file calls."))
    }
  }
}
