import Foundation
import InkReport
import InkTestFixtures
import Testing

extension EndToEnd {
  /// A store behind an actor, whose work no look at one thread can see.
  @Suite("A store that works on other threads") struct ActorStores {
    @Test("Its counts are those of all threads, never negative, and demoted in sight where rounds differ")
    func counts() throws {
      let bench = try Bench()
      let words = Bench.words("hopping,snapshot", rounds: 2, crashTrials: 0)
      let run = try bench.run(words, program: "BrokenBench")
      #expect(run.status == 0, "\(run.errors)")
      let report = try bench.report()
      let hopping = try #require(report.cases.first { $0.backend == "hopping" })
      let snapshot = try #require(report.cases.first { $0.backend == "snapshot" })
      #expect(hopping.status == .measured && hopping.verification?.outcome == .intact)
      for metric in hopping.metrics {
        #expect((metric.rounds + [metric.value]).allSatisfy { $0 ?? 0 >= 0 }, "\(metric.name)")
      }
      // What the tap counts is counted whatever the thread, and is the same each time.
      for name in ["bytes.total", "calls.writes", "calls.syncs", "calls.renames"] {
        #expect(hopping.metric(name)?.kind == .exact, "\(name)")
        #expect(hopping.metric(name)?.value == snapshot.metric(name)?.value, "\(name)")
      }
      let allocations = try #require(hopping.metric("allocations.per-save"))
      let alone = try #require(snapshot.metric("allocations.per-save")?.value)
      #expect(allocations.rounds.count == 2)
      #expect(allocations.rounds.allSatisfy { $0 ?? 0 >= alone + 1_000 })
      #expect(allocations.kind == .noisy && allocations.isDemoted)
      #expect(allocations.note == "Demoted to noisy: the rounds differ.")
      // 64 integers and a header lie in a size class of 640 bytes.
      let bytes = try #require(hopping.metric("allocated-bytes.per-save"))
      #expect(bytes.rounds.allSatisfy { $0 ?? 0 >= 1_000 * 512 })
      let text = String(decoding: try bench.directory.read("out/report.md"), as: UTF8.self)
      #expect(text.contains { $0.hasPrefix("| hopping/packed ") && $0.contains(" †") })
      #expect(text.contains("† The rounds differ"))
      #expect(
        text.contains { line in
          line.hasPrefix("- `hopping/packed`: Demoted to noisy, because the rounds differ:")
            && line.contains("allocations.per-save")
        })
    }

    @Test("The time of the calling thread says that it is only that, beside the time of all threads")
    func processorTime() throws {
      let bench = try Bench()
      _ = try bench.run(Bench.words("hopping", crashTrials: 0), program: "BrokenBench")
      let row = try bench.onlyCase()
      let own = try #require(row.metric("cpu.per-save"))
      let all = try #require(row.metric("cpu.all-threads.per-save")?.value)
      #expect(own.note?.hasPrefix("Calling thread only; ") == true)
      #expect(own.note?.contains("Sampled: ") == true)
      #expect(own.value ?? 0 < all)
      let text = String(decoding: try bench.directory.read("out/report.md"), as: UTF8.self)
      #expect(text.contains("The saves of `hopping/packed` work on other threads:"))
    }
  }
}

extension String {
  fileprivate func contains(_ isWanted: (Substring) -> Bool) -> Bool {
    split(separator: "\n").contains(where: isWanted)
  }
}
