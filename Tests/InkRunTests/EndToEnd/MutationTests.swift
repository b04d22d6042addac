import FoundationEssentials
import InkReport
import InkTap
import InkTestFixtures
import Testing

extension EndToEnd {
  /// A store as it is, and with one small thing changed: what the report and the comparison make of it.
  @Suite("One thing changed in a store") struct Mutations {
    @Test("Two runs of the same store have the same exact metrics, byte for byte, and pass")
    func same() throws {
      let bench = try Self.bench()
      try Self.writeBase(in: bench)
      try Self.run(bench, "head")
      let (base, head) = (try bench.report("base"), try bench.report("head"))
      #expect(base.cases[0].metrics.count { $0.kind == .exact } > 80)
      #expect(base.cases[0].metrics.filter(\.isDemoted).map(\.name) == [])
      #expect(try exactMetrics(base) == exactMetrics(head))
      let compared = try bench.run(["compare", "base/report.json", "head/report.json"])
      #expect(compared.status == 0, "\(compared.output)")
    }

    @Test("A sync left out is found in syncs alone")
    func sync() throws {
      let changes = try mutate("sync", headline: "calls.syncs")
      #expect(changes["calls.syncs"] == -1 && changes["calls.syncs.page"] == -1)
      expectOnly(changes, ["calls.syncs", "calls.syncs.page", "syncs.per-save", "save.autosave.syncs"])
    }

    @Test("A write of 4 KiB more is found in bytes and writes alone")
    func write() throws {
      let changes = try mutate("write", headline: "bytes.total")
      #expect(changes["bytes.total"] == 4_096 && changes["bytes.page"] == 4_096)
      #expect(changes["calls.writes"] == 1 && changes["calls.writes.page"] == 1)
      expectOnly(
        changes,
        [
          "bytes.total", "bytes.page", "bytes.per-save", "calls.writes", "calls.writes.page",
          "save.autosave.bytes", "save.autosave.calls",
        ])
    }

    @Test("A page encoded twice is found in encodes, and in what encoding allocates")
    func encode() throws {
      let changes = try mutate("encode", headline: "encodes")
      #expect(changes["encodes"] == 1 && changes["bytes.encoded"] ?? 0 > 4_096)
      expectOnly(changes.filter { !isMemory($0.key) }, ["encodes", "bytes.encoded"])
    }

    @Test(
      "An allocation more is found in allocations alone",
      .enabled(if: AllocationCounter.environment != nil, "needs libjemalloc"))
    func allocation() throws {
      let changes = try mutate("allocation", headline: "allocations.per-save")
      #expect(changes["allocations.per-save"] ?? 0 > 0)
      #expect(changes["save.autosave.allocations"] == 1)
      expectOnly(changes.filter { !isMemory($0.key) }, [])
    }

    private static func bench() throws -> Bench { try Bench(strokes: 20, ["edits": "{}", "app": "{}"]) }

    /// The report of the store as it is: the same for every comparison, so that it is made once.
    private static let base = Result {
      let bench = try Mutations.bench()
      try run(bench, "base")
      return try bench.directory.read("base/report.json")
    }

    private static func writeBase(in bench: Bench) throws {
      try FileManager.default.createDirectory(
        atPath: bench.path("base"), withIntermediateDirectories: false)
      _ = try bench.directory.write(base.get(), to: "base/report.json")
    }

    private static func run(_ bench: Bench, _ output: String, _ mutation: String = "none") throws {
      let words = Bench.words(
        "mutable", durability: "power-durable", rounds: 2, crashTrials: 0, output: output)
      let run = try bench.run(
        words, program: "BrokenBench", environment: ["BROKENBENCH_MUTATION": mutation])
      #expect(run.status == 0, "\(run.errors)")
    }

    /// Compares a store with its mutant; returns what was added to each exact metric that differs.
    ///
    /// The comparison has to fail, and its verdict has to name the headline with both of its values.
    private func mutate(_ mutation: String, headline: String) throws -> [String: Double] {
      let bench = try Self.bench()
      try Self.writeBase(in: bench)
      try Self.run(bench, "head", mutation)
      let (base, head) = (try bench.report("base").cases[0], try bench.report("head").cases[0])
      let compared = try bench.run(["compare", "base/report.json", "head/report.json"])
      #expect(compared.status == 1, "\(compared.output)")
      let (old, new) = (base.metric(headline)?.value, head.metric(headline)?.value)
      #expect(
        compared.output.contains("\(headline) was \(number(old)) and is \(number(new)) "),
        "\(compared.output)")
      #expect(compared.output.hasPrefix("Regression: "))
      return base.metrics.reduce(into: [:]) { changes, metric in
        guard metric.kind == .exact, let before = metric.value, let after = head.metric(metric.name)?.value
        else { return }
        if before != after { changes[metric.name] = after - before }
      }
    }

    private func number(_ value: Double?) -> String {
      value.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" } ?? "nothing"
    }

    /// Whether a metric comes from the rounds that count allocations.
    private func isMemory(_ name: String) -> Bool {
      ["alloc", "peak-bytes", "live-bytes"].contains { name.contains($0) }
    }

    /// Of what is counted, nothing else has changed; quotients and models made of the counts may have.
    private func expectOnly(
      _ changes: [String: Double], _ names: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let counted = changes.keys.filter { name in
        ["bytes.", "calls.", "syncs.", "store.", "encodes", "allocations", "save.", "activity."].contains {
          name.hasPrefix($0)
        }
      }
      #expect(Set(counted) == names, sourceLocation: sourceLocation)
    }

    /// The exact metrics of a report's cases as JSON.
    private func exactMetrics(_ report: Report) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      let metrics = report.cases.map { $0.metrics.filter { $0.kind == .exact } }
      return String(decoding: try encoder.encode(metrics), as: UTF8.self)
    }
  }
}
