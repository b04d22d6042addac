import InkModel
import InkReport
import Testing

@Suite struct StatusTests {
  private func row(_ change: (inout CaseRecord) -> Void) -> CaseRow {
    var record = RecordFixture.measured(RecordFixture.journal)
    change(&record)
    return RecordFixture.report(RecordFixture.run([record])).cases[0]
  }

  @Test(
    "A round that the instrument can't vouch for voids the row, and says why",
    arguments: [
      (NotMeasured.Code.canaryUnseen, "did not see its own test write in round 1"),
      (.bytesDisagree, "In round 1 the tap counted 1000000 bytes, the kernel 1000001."),
      (.bypass, "Round 1: descriptor 9 is an io_uring"), (.noRounds, "No timed round was finished."),
    ])
  func notMeasured(code: NotMeasured.Code, detail: String) {
    let row = row { record in
      switch code {
      case .canaryUnseen: record.timed[1].check.canarySeen = false
      case .bytesDisagree: record.timed[1].check.kernelBytes = 1_000_001
      case .bypass: record.timed[1].check.faults = ["descriptor 9 is an io_uring"]
      case .noRounds: record.timed = []
      }
    }
    #expect(row.status == .notMeasured)
    #expect(row.reasons.map(\.code) == [code])
    #expect(row.reasons.first?.detail.contains(detail) == true)
    // Never 0 bytes: no number at all.
    #expect(row.metrics.isEmpty && row.samples.isEmpty)
    // What the crash lab and the content check found does not depend on the instrument.
    #expect(row.crash?.trials == 20 && row.verification?.outcome == .intact)
    let text = RecordFixture.report(RecordFixture.run([record(voidedBy: code)])).markdown()
    #expect(text.contains("**not measured**"))
    #expect(!text.contains("0 B"))
  }

  private func record(voidedBy code: NotMeasured.Code) -> CaseRecord {
    var record = RecordFixture.measured(RecordFixture.journal)
    switch code {
    case .canaryUnseen: record.timed[1].check.canarySeen = false
    case .bytesDisagree: record.timed[1].check.kernelBytes = 1_000_001
    case .bypass: record.timed[1].check.faults = ["descriptor 9 is an io_uring"]
    case .noRounds: record.timed = []
    }
    return record
  }

  @Test("A kernel that gives no count voids nothing, but is noted")
  func noKernelCount() {
    let row = row { $0.timed[0].check.kernelBytes = nil }
    #expect(row.status == .measured)
    #expect(row.notes == ["The kernel gave no byte count, so the counted bytes are not checked against it."])
  }

  @Test("A session whose calls take longer than itself is noted as saturated")
  func saturated() {
    let row = row { record in
      for round in record.timed.indices { record.timed[round].sessionMilliseconds = 10 }
    }
    #expect(row.notes.count == 1 && row.notes[0].hasPrefix("Saturated, the store can't keep up: "))
    #expect(self.row { _ in }.notes.isEmpty)
  }

  @Test("A child ended by a signal makes the case died, one ended with a code failed")
  func failures() {
    let died = row {
      $0.failures = [ChildFailure(round: 1, kind: .timed, reason: "It crashed.", signal: 11)]
    }
    #expect(died.status == .died)
    #expect(!died.metrics.isEmpty)
    let failed = row {
      $0.failures = [ChildFailure(round: 1, kind: .timed, reason: "Disk full.", exitCode: 74)]
    }
    #expect(failed.status == .failed)
    #expect(failed.failures.first?.exitCode == 74 && failed.failures.first?.signal == nil)
  }

  @Test("The verification is the worst verdict")
  func worstVerdict() {
    let row = row { $0.verdicts[1] = Verdict(outcome: .dangling, detail: "stroke 3 names asset 9") }
    #expect(row.verification?.outcome == .dangling)
    #expect(row.verification?.detail == "stroke 3 names asset 9")
    #expect(row.verification?.verdicts == 3)
    #expect(self.row { $0.verdicts = [] }.verification == nil)
  }

  @Test("Crash trials are counted by outcome and by stretch, and the first broken one is kept")
  func crashes() throws {
    let row = row { record in
      record.crashTrials[4].verdict = Verdict(outcome: .torn, detail: "page 1")
      record.crashTrials[9].verdict = Verdict(outcome: .unopenable)
    }
    let crash = try #require(row.crash)
    #expect(crash.trials == 20 && crash.brokenCount == 2)
    #expect(crash.outcomes.reduce(0) { $0 + $1.count } == 20)
    #expect(crash.count(.torn) == 1 && crash.count(.unopenable) == 1 && crash.count(.corrupt) == 0)
    #expect(crash.firstFailure?.operation == 5 && crash.firstFailure?.detail == "page 1")
    #expect(crash.strata.map(\.stratum) == ["close", "compaction", "first-save"])
    #expect(crash.strata.map(\.trials) == [6, 7, 7])
    #expect(crash.strata.map(\.brokenCount) == [0, 1, 1])
  }
}
