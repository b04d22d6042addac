internal import InkModel
internal import InkReport
internal import InkStorage

extension Toys {
  /// Settings of SQLite that keep less than an app may think.
  static let databases = [
    Toy(
      number: 8, name: "RollbackJournalDeleted", bug: "the removal of a rollback journal is not synced",
      trials: [
        ToyTrial(
          "synchronous is FULL", RollbackJournalDeleted<Wrong>.self,
          sound: [
            RollbackJournalDeleted<Corrected>.self, RollbackJournalTruncated.self,
            RollbackJournalPersisted.self,
          ], saves(2), evidence: "has 1 edits where 2 were acknowledged",
          expected: .finds([.lostAcknowledged], under: Expectation.linux).passes(under: ["process-crash"]))
      ]),
    Toy(
      number: 9, name: "CommitWithoutSync", bug: "commits wait for the next checkpoint until they are synced",
      trials: [
        ToyTrial(
          "synchronous is NORMAL", CommitWithoutSync<Wrong>.self, sound: [CommitWithoutSync<Corrected>.self],
          savesAndCheckpoint(2), evidence: "were acknowledged",
          expected: .finds([.lostAcknowledged], under: Expectation.linux).passes(under: ["process-crash"])),
        // Anything can come of pages of which some are old: wrong ink, no page, no document.
        ToyTrial(
          "synchronous is OFF", CheckpointWithoutSync<Wrong>.self,
          sound: [CheckpointWithoutSync<Corrected>.self], savesAndCheckpoint(1), evidence: "malformed",
          expected: .finds(
            [.lostAcknowledged, .torn, .corrupt, .unopenable],
            under: Expectation.strict + Expectation.calibrated
          ).passes(under: ["process-crash"])),
      ]),
    Toy(
      number: 10, name: "PowerSafeOverwriteBelieved", bug: "a write is believed to harm nothing beside it",
      trials: [
        powerSafeOverwriteBelieved(
          "writes tear cleanly", damagesWholeBlock: false,
          .passes(under: Expectation.linux + ["process-crash"])),
        powerSafeOverwriteBelieved(
          "writes harm their 4 KiB", damagesWholeBlock: true,
          .finds([.lostAcknowledged], under: ["posix-strict"] + Expectation.calibrated)),
      ]),
  ]

  private static func powerSafeOverwriteBelieved(
    _ name: String, damagesWholeBlock: Bool, _ expected: Expectation
  ) -> ToyTrial {
    var trial = ToyTrial(
      name, PowerSafeOverwriteBelieved<Wrong>.self, sound: [PowerSafeOverwriteBelieved<Corrected>.self],
      savesAndCheckpoint(2), evidence: "were acknowledged", expected: expected)
    trial.damagesWholeBlock = damagesWholeBlock
    return trial
  }
}
