import InkModel
import InkReport
import Testing

@Suite struct MarkdownTests {
  private func markdown(_ cases: [CaseRecord], _ change: (inout RunRecord) -> Void = { _ in }) -> String {
    var run = RecordFixture.run(cases)
    change(&run)
    return RecordFixture.report(run).markdown()
  }

  @Test("An interrupted run and warnings stand above every number")
  func marks() throws {
    let text = markdown([RecordFixture.measured(RecordFixture.journal, rounds: 2)]) { run in
      run.isInterrupted = true
      run.warnings = ["The store lies on overlayfs."]
    }
    let lines = text.split(separator: "\n")
    #expect(lines[1].hasPrefix("> **Interrupted:** the run was stopped before its end; 0 of 1 cases"))
    #expect(lines[3] == "> **Warning:** The store lies on overlayfs.")
    #expect(text.contains("2 of 3 rounds were finished."))
    #expect(!markdown([]).contains("Interrupted"))
  }

  @Test("Only equal durability classes share a table")
  func classes() {
    let text = markdown([
      RecordFixture.measured(RecordFixture.journal, durability: .processCrash),
      RecordFixture.measured(RecordFixture.journal, durability: .powerDurable),
    ])
    #expect(text.contains("## process-crash, workload meeting"))
    #expect(text.contains("## power-durable, workload meeting"))
    // Six tables each: results, calls, saves by reason, memory and processor, steadiness, files.
    #expect(text.components("| store ") == 12)
  }

  @Test("The fastest is named, and whoever can't be told apart from it is a tie")
  func ties() {
    let apart = markdown([
      RecordFixture.measured(RecordFixture.snapshot), RecordFixture.measured(RecordFixture.journal),
    ])
    #expect(apart.contains("- **Saves fastest:** `journal/packed`, "))
    #expect(!apart.contains("within noise"))
    let tied = markdown([
      RecordFixture.measured(RecordFixture.sqlite), RecordFixture.measured(RecordFixture.journal),
    ])
    #expect(tied.contains("; within noise of it: `sqlite` ("))
    let single = markdown([
      RecordFixture.measured(RecordFixture.sqlite, rounds: 1),
      RecordFixture.measured(RecordFixture.journal, rounds: 1),
    ])
    #expect(single.contains("with one round, noise can't be told from a difference"))
  }

  @Test("A backend that broke its promise is not crowned, however fast")
  func brokenIsLeftOut() {
    var fast = RecordFixture.measured(RecordFixture.journal)
    fast.crashTrials[3].verdict = Verdict(outcome: .lostAcknowledged, detail: "page 1 lacks\na | stroke")
    let text = markdown([fast, RecordFixture.measured(RecordFixture.snapshot)])
    #expect(text.contains("- **Saves fastest:** `snapshot/packed`, "))
    #expect(
      text.contains(
        "**`journal/packed` did not**: 1 of 20 trials broke its promise, first lost-acknowledged "
          + "at operation 4 (first-save): page 1 lacks a | stroke"))
    #expect(text.contains("- **Left out:** `journal/packed` – broke its promise in 1 of 20 crash trials"))
    #expect(text.contains("| journal/packed ✗ |"))
  }

  @Test("With nothing to rank the report says so")
  func nothingToRank() {
    var dead = RecordFixture.measured(RecordFixture.journal)
    dead.timed = []
    dead.crashTrials = []
    dead.failures = [ChildFailure(round: 0, kind: .base, reason: "No space left on device.", exitCode: 74)]
    let text = markdown([dead])
    #expect(text.contains("**No backend can be ranked**"))
    #expect(text.contains("| **failed** |"))
    #expect(text.contains("Round 0 (base) ended with exit code 74: No space left on device."))
  }

  @Test("A text from outside can't break a table")
  func escaping() {
    let text = markdown([]) { $0.environment = [EnvironmentFact(name: "a|b", value: "c\nd\r\ne")] }
    #expect(text.contains("| a\\|b "))
    #expect(text.contains("| c d e "))
  }

  @Test("Every table row has as many cells as its header, as text too")
  func tableShape() {
    let text = RecordFixture.report(RecordFixture.everything()).markdown()
    var widths: Set<Int> = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        widths = []
        continue
      }
      widths.insert(line.count)
      #expect(widths.count == 1, "\(line)")
    }
  }
}

extension String {
  /// How many lines start with a text.
  fileprivate func components(_ start: String) -> Int { split(separator: "\n").count { $0.hasPrefix(start) } }
}
