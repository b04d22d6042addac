import InkModel
import InkReport
import InkTestFixtures
import Testing

@Suite("Shards are merged only if they are of one run") struct ShardMergeTests {
  private let shapes = [RecordFixture.snapshot, RecordFixture.journal, RecordFixture.sqlite]

  /// The report of the shard with the case of one shape.
  private func report(_ number: Int, change: (inout RunRecord) -> Void = { _ in }) -> Report {
    let cases = shapes.map { RecordFixture.measured($0) }
    var record = RecordFixture.run([cases[number - 1]])
    record.shard = Shard(number: number, of: 3).map {
      ReportShard($0, wholeCommand: "inkbench run meeting", wholeCases: cases.map(\.name))
    }
    change(&record)
    return Report(record, command: "inkbench run meeting --shard \(number)/3", toolVersion: "test")
  }

  private func part(_ number: Int, change: (inout RunRecord) -> Void = { _ in }) -> ShardMerge.Part {
    ShardMerge.Part(path: "shard-\(number)", report: report(number, change: change))
  }

  /// Expects that some shards are refused, with a sentence that has these words.
  private func refuse(
    _ parts: [ShardMerge.Part], _ words: String, isPartial: Bool = false,
    _ place: SourceLocation = #_sourceLocation
  ) {
    do throws(MergeError) {
      _ = try ShardMerge(parts, isPartial: isPartial)
      Issue.record("merged", sourceLocation: place)
    } catch {
      #expect(error.description.contains(words), sourceLocation: place)
    }
  }

  @Test("All shards together are the whole run, whatever their order")
  func whole() throws {
    let whole = Report(
      RecordFixture.run(shapes.map { RecordFixture.measured($0) }), command: "inkbench run meeting",
      toolVersion: "test")
    var merged = try ShardMerge([part(3), part(1), part(2)], isPartial: false).report
    // The machine was looked at by each shard.
    #expect(merged.machine.noise.count == 3 * whole.machine.noise.count)
    #expect(merged.machine.fingerprint == whole.machine.fingerprint)
    merged.machine = whole.machine
    #expect(merged == whole)
  }

  @Test("Modelled rows of all shards are there, and a device that was measured twice is two")
  func modelled() throws {
    let device = try #require(BuiltInDevices.fixed.first)
    func priced(_ number: Int, _ device: Device) -> ShardMerge.Part {
      part(number) { record in
        let rows = record.cases.map { ModelledRow($0.name, on: device, notModelled: "No script.") }
        record.modelled = Modelled(kernelBytesPerSecond: Double(number), devices: [device], rows: rows)
      }
    }
    var measured = device
    measured.about = "Measured anew."
    let parts = [priced(3, device), priced(1, device), priced(2, measured)]
    let modelled = try ShardMerge(parts, isPartial: false).report.modelled
    let other = device.name + "-shard-2"
    #expect(modelled.devices.map(\.name) == [device.name, other])
    #expect(modelled.rows.map(\.device) == [device.name, other, device.name])
    #expect(modelled.rows.map(\.name) == shapes.map { RecordFixture.measured($0).name })
    #expect(modelled.kernelBytesPerSecond == nil)
  }

  @Test("Whatever is not of one run is refused with what is different")
  func refusals() {
    refuse([], "there is no report to merge")
    refuse([part(1), part(2)], "shard 3/3 is missing; add its report, or merge the others with --partial")
    refuse([part(1), part(2), part(2)], "shard 2/3 is given twice: 'shard-2' and 'shard-2'")
    refuse([part(1), part(1)], "given twice", isPartial: true)
    let others: [(change: (inout RunRecord) -> Void, words: String)] = [
      ({ $0.options.rounds = 9 }, "'shard-1' and 'shard-3' are not of one run: the rounds are 3 and 9"),
      ({ $0.sessions[0].digest = "00" }, "the session meeting is other work: digest 3f9a61d20c5b7e84"),
      ({ $0.sessions[0].seed = 8 }, "the seeds of meeting are 7 and 8"),
      ({ $0.shard?.wholeCases.removeLast() }, "only one has meeting sqlite"),
      ({ $0.shard?.count = 4 }, "one is shard 1/3, the other 3/4"),
      ({ $0.cases = [] }, "is in none of the shards, though all are there"),
      (
        { $0.cases = [RecordFixture.measured(RecordFixture.journal)] },
        "meeting journal/packed power-durable is in 'shard-2' and in 'shard-3'"
      ),
      ({ $0.isInterrupted = true }, "shard 3/3 was interrupted ('shard-3'); resume it"),
      ({ $0.shard = nil }, "'shard-3' is the report of a whole run and not of a shard"),
    ]
    for other in others { refuse([part(1), part(2), part(3, change: other.change)], other.words) }
    var newer = part(3)
    newer.report.toolVersion = "newer"
    refuse([part(1), part(2), newer], "the versions of the tool are test and newer")
    // Numbers that no shard has: the first could not be counted to, the last would take for ever.
    for (number, count) in [(0, 0), (5, 3), (0, 3), (-1, 3), (1, 1_000_000_000_000_000)] {
      let hostile = part(1) { record in
        record.shard?.number = number
        record.shard?.count = count
      }
      refuse(
        [hostile], "'shard-1' says that it is shard \(number)/\(count), which can't be", isPartial: true)
    }
    // What there is may be looked at before the rest is there.
    let cut = part(1) { $0.isInterrupted = true }
    #expect(throws: Never.self) { try ShardMerge([cut], isPartial: true) }
  }

  @Test("Shards of two machines share no table, and the report says so on top")
  func machines() throws {
    let other = { (record: inout RunRecord) in
      record.machine.fingerprint = "0"
      record.environment = [
        EnvironmentFact(name: "processor", value: "Other"),
        EnvironmentFact(name: "sync latency p50", value: "9 µs"),
      ]
    }
    let same = { (record: inout RunRecord) in
      record.environment = [
        EnvironmentFact(name: "processor", value: "One"),
        EnvironmentFact(name: "sync latency p50", value: "8 µs"),
      ]
    }
    let merged = try ShardMerge(
      [part(1, change: same), part(2, change: other), part(3, change: same)], isPartial: false
    ).report
    #expect(merged.cases.map(\.machine) == ["shards 1, 3", "shard 2", "shards 1, 3"])
    #expect(
      merged.environment.map { "\($0.name): \($0.value)" } == [
        "processor, shards 1, 3: One", "processor, shard 2: Other", "sync latency p50, shards 1, 3: 8 µs",
        "sync latency p50, shard 2: 9 µs",
      ])
    let text = merged.markdown()
    #expect(
      text.contains(
        "**Warning:** the shards ran on 2 machines (shards 1, 3; shard 2): compare times and memory only within "
          + "one of them; other exact metrics are not affected"))
    #expect(text.contains("## power-durable, workload meeting, shards 1, 3\n"))
    #expect(text.contains("## power-durable, workload meeting, shard 2\n"))
    #expect(try Report(json: merged.json(), path: "r.json") == merged)
    // Sync latency alone is another hour of the same machine.
    let hour = try ShardMerge(
      [
        part(1), part(2) { $0.environment.append(EnvironmentFact(name: "sync latency p50", value: "1")) },
        part(3),
      ], isPartial: false
    ).report
    #expect(hour.cases.allSatisfy { $0.machine == nil } && hour.warnings.isEmpty)
  }

  @Test("What tells machines apart is the fingerprint, as for comparing; facts only where there is none")
  func otherMachine() throws {
    func machines(_ change: @escaping (inout RunRecord) -> Void) throws -> [String?] {
      let changed = part(2, change: change)
      return try ShardMerge([part(1), changed, part(3)], isPartial: false).report.cases.map(\.machine)
    }
    let two = ["shards 1, 3", "shard 2", "shards 1, 3"]
    // Facts that nobody lists here, such as turbo, are in the fingerprint.
    #expect(try machines { $0.machine.fingerprint = "0" } == two)
    // More memory is the same machine.
    #expect(
      try machines { $0.environment.append(EnvironmentFact(name: "memory", value: "32 kB")) } == [
        nil, nil, nil,
      ])
    func bare(_ number: Int, _ turbo: String) -> ShardMerge.Part {
      part(number) { record in
        record.machine.fingerprint = nil
        record.environment = [EnvironmentFact(name: "turbo", value: turbo)]
      }
    }
    func merged(_ turbos: [String]) throws -> [String?] {
      try ShardMerge(turbos.enumerated().map { bare($0 + 1, $1) }, isPartial: false).report.cases
        .map(\.machine)
    }
    #expect(try merged(["on", "off", "on"]) == two)
    #expect(try merged(["on", "on", "on"]) == [nil, nil, nil])
  }

  @Test("A report of several machines is compared by what travels, even with itself")
  func compared() throws {
    let parts = [part(1), part(2) { $0.machine.fingerprint = "0" }, part(3)]
    let merged = try ShardMerge(parts, isPartial: false).report
    #expect(merged.machine.fingerprint == nil)
    let whole = try ShardMerge([part(1), part(2), part(3)], isPartial: false).report
    for (base, head) in [(merged, whole), (whole, merged), (merged, merged)] {
      let comparison = Comparison(base: base, head: head)
      #expect(comparison.machinesDiffer && comparison.outcome == .pass)
      let times = comparison.rows.filter { $0.metric == "save.autosave.p50" }
      #expect(times.count == 3 && times.allSatisfy { $0.finding == .ratio(nil) })
      #expect(comparison.rows.contains { $0.metric == "bytes.total" && $0.finding == .same })
      #expect(comparison.markdown().contains("times and memory are not compared, exact metrics and ratios"))
    }
    #expect(
      Comparison(base: whole, head: merged).notes == [
        "The head is of several machines: times and memory are not compared, exact metrics and ratios still are."
      ])
    #expect(!Comparison(base: whole, head: whole).machinesDiffer)
  }
}
