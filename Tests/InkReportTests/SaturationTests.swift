import InkModel
import InkReport
import Testing

/// Whether a store keeps up with its writer, and how a report says so.
@Suite struct SaturationTests {
  /// A case whose first saves each waited so long, in nanoseconds; the others start in time.
  private func record(waits: [UInt64], round: Int = 1) -> CaseRecord {
    var record = RecordFixture.measured(RecordFixture.journal)
    for index in record.timed.indices {
      for phase in record.timed[index].phases.indices {
        record.timed[index].phases[phase].responseNanoseconds =
          record.timed[index].phases[phase].serviceNanoseconds
      }
    }
    for (index, wait) in waits.enumerated() {
      record.timed[round].phases[0].responseNanoseconds[index] += wait
    }
    return record
  }

  private func report(_ record: CaseRecord) -> Report { RecordFixture.report(RecordFixture.run([record])) }

  @Test("Late saves are a share of all saves, and the backlog is the longest wait")
  func metrics() throws {
    let row = report(record(waits: [5_000, 7_000_000, 80])).cases[0]
    let late = try #require(row.metric("late-saves"))
    #expect(late.rounds == [0, 3.0 / 41, 0])
    #expect(row.metric("backlog.max")?.value == 7_000_000)
    #expect(row.metric("backlog.max")?.rounds == [0, 7_000_000, 0])
    #expect(row.metric("utilisation")?.value ?? 1 < 0.01)
  }

  @Test("Some late saves are noted, and the store still keeps up")
  func someLate() {
    let text = report(record(waits: [5_000, 7_000_000, 80])).markdown()
    #expect(
      text.contains(
        "- `journal/packed`: Up to 7.32 % of a round's saves started late, because an earlier call was still "
          + "running, the longest by 7.00 ms;"))
    #expect(!text.contains("keep up:"))
  }

  @Test("A store whose saves mostly start late can't keep up, and the answer says so")
  func mostLate() {
    let text = report(record(waits: Array(repeating: 2_000_000_000, count: 21))).markdown()
    #expect(
      text.contains(
        "- **Can't keep up:** `journal/packed` – up to 51.2 % of a round's saves started late, because an earlier "
          + "call was still running, the longest by 2.00 s;"))
    #expect(!report(record(waits: Array(repeating: 2, count: 20))).markdown().contains("**Can't keep up"))
  }

  @Test("A store that is busy for as long as the session can't keep up")
  func busy() {
    var record = record(waits: [])
    record.timed[2].sessionMilliseconds = 1
    let text = report(record).markdown()
    #expect(text.contains("- **Can't keep up:** `journal/packed` – up to 0 % of a round's saves"))
    #expect(text.contains("Saturated, the store can't keep up:"))
  }

  @Test("A store that is never late has no word about it")
  func punctual() {
    let text = report(record(waits: [])).markdown()
    #expect(!text.contains("started late") && !text.contains("keep up:"))
  }

  @Test("How late the harness woke up is a metric of its own, without merit")
  func wakeUps() throws {
    var record = record(waits: [])
    #expect(report(record).cases[0].metric("harness.wake-up-delay.p50") == nil)
    for index in record.timed.indices {
      record.timed[index].wakeUpDelayNanoseconds = [60_000, 50_000, 90_000]
    }
    let delay = try #require(report(record).cases[0].metric("harness.wake-up-delay.p50"))
    #expect(delay.value == 60_000)
    #expect(delay.better == MetricRow.Direction.none)
  }
}
