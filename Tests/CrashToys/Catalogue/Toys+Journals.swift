internal import InkModel
internal import InkReport
internal import InkStorage
internal import InkTap

extension Toys {
  /// Bugs of stores that append to a journal, which the third save compacts.
  static let journals = [
    Toy(
      number: 3, name: "CreateWithoutDirectorySync",
      bug: "the name of a new journal is not forced to the disk",
      trials: [
        ToyTrial(
          "a journal is begun", CreateWithoutDirectorySync<Wrong>.self,
          sound: [CreateWithoutDirectorySync<Corrected>.self], saves(2),
          evidence: "has 0 edits where 2 were acknowledged",
          expected: .finds([.lostAcknowledged], under: Expectation.strict)
            .passes(under: Expectation.calibrated + ["ext4-writeback", "data-journal", "process-crash"]))
      ]),
    Toy(
      number: 4, name: "FrameWithoutChecksum", bug: "a frame of the journal is believed if it has a length",
      trials: [
        ToyTrial(
          "frames are appended", FrameWithoutChecksum<Wrong>.self,
          sound: [FrameWithoutChecksum<Corrected>.self], saves(2), evidence: "the points of stroke 3 differ",
          // ext4 lets a file grow before its bytes arrive: a frame that is zeros in part.
          expected: .finds([.torn], under: Expectation.strict + Expectation.ext4 + ["ext4-writeback"])
            .passes(under: ["xfs", "btrfs", "data-journal", "process-crash"]))
      ]),
    Toy(
      number: 5, name: "RewoundJournalWithoutSalt", bug: "old frames of a journal look like new ones",
      trials: [
        ToyTrial(
          "a journal is rewound", RewoundJournalWithoutSalt<Wrong>.self,
          sound: [RewoundJournalWithoutSalt<Corrected>.self], saves(3),
          evidence: "has 2 edits where 3 were acknowledged",
          expected: .finds([.lostAcknowledged], under: Expectation.linux + ["process-crash"]))
      ]),
    Toy(
      number: 6, name: "LogTruncatedBeforeSnapshot",
      bug: "a journal is emptied while the snapshot that replaces it has no name on the disk",
      trials: [
        ToyTrial(
          "a journal is compacted", LogTruncatedBeforeSnapshot<Wrong>.self,
          sound: [LogTruncatedBeforeSnapshot<Corrected>.self], saves(3),
          evidence: "has 0 edits where 2 were acknowledged",
          expected: .finds([.lostAcknowledged], under: Expectation.strict + ["btrfs"])
            .passes(under: Expectation.ext4 + ["ext4-writeback", "xfs", "data-journal", "process-crash"]))
      ]),
    Toy(
      number: 13, name: "FailedSyncRetried", bug: "a sync that failed is tried again and believed",
      trials: [failedSyncRetried]),
    Toy(
      number: 15, name: "UnsyncedFrameAfterReset",
      bug: "a compaction clears the flag by which the first frame after it would be synced",
      trials: [
        ToyTrial(
          "a journal is compacted", UnsyncedFrameAfterReset<Wrong>.self,
          sound: [UnsyncedFrameAfterReset<Corrected>.self], saves(3),
          evidence: "has 2 edits where 3 were acknowledged",
          expected: .finds([.lostAcknowledged], under: Expectation.linux).passes(under: ["process-crash"]))
      ]),
  ]

  /// Not judged under `data-journal`: its total order leaves open what a failed sync of the journal forgets.
  private static var failedSyncRetried: ToyTrial {
    var trial = ToyTrial(
      "the second frame's sync fails", FailedSyncRetried<Wrong>.self,
      sound: [FailedSyncRetried<Corrected>.self], saves(2), evidence: "has 1 edits where 2 were acknowledged",
      expected: .finds(
        [.lostAcknowledged], under: Expectation.strict + Expectation.calibrated + ["ext4-writeback"]
      ).passes(under: ["process-crash"]))
    // The first save syncs its frame and the journal's name.
    trial.fault = FaultPlan(.error(Posix.inputOutputError), at: 3, of: [.sync])
    return trial
  }
}
