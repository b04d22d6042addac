internal import InkModel
internal import InkReport
internal import InkStorage
internal import InkTap

/// The seventeen bugs that the crash lab has to find again.
package enum Toys {
  package static let all: [Toy] = [
    renameWithoutSync, renameWithoutDirectorySync, createWithoutDirectorySync, frameWithoutChecksum,
    rewoundJournalWithoutSalt, logTruncatedBeforeSnapshot, referenceBeforeResource, rollbackJournalDeleted,
    commitWithoutSync, powerSafeOverwriteBelieved, truncatingRewrite, unlinkBeforeRename, failedSyncRetried,
    subSectorPointer, unsyncedFrameAfterReset, nonIdempotentRecovery, uncheckedWrite,
  ]

  /// A few saves of one page.
  private static func saves(_ count: Int) -> Session {
    var session = ToySession()
    session.write(count)
    return session.closed()
  }

  /// A page that is new, and a save of it.
  private static func newPage() -> Session {
    var session = ToySession()
    session.addPage()
    session.write(1, on: 2)
    return session.closed()
  }

  /// An image that is pasted into a page.
  private static func pastedImage() -> Session {
    var session = ToySession()
    session.paste()
    return session.closed()
  }

  /// Saves of two pages, with a checkpoint wherever a page is left.
  private static func savesAndCheckpoint() -> Session {
    var session = ToySession(pages: 2)
    session.write(2)
    session.turn(to: 2)
    session.write(2, on: 2)
    return session.closed()
  }

  // MARK: Files that are replaced

  private static let renameWithoutSync = Toy(
    number: 1, name: "RenameWithoutSync", bug: "a file gets its name before its bytes are on the disk",
    trials: [
      ToyTrial(
        "a page is rewritten", RenameWithoutSync<Wrong>.self, sound: [RenameWithoutSync<Corrected>.self],
        saves(2),
        expected: Expectation.finds(
          [.corrupt], under: Expectation.strict + ["xfs", "ext4-noauto_da_alloc"]
        ).passes(under: ["ext4-ordered", "btrfs", "data-journal"] + Expectation.process).table),
      // ext4 writes a file back before a rename that replaces another one, but not before one to a new name.
      ToyTrial(
        "a page is new", RenameWithoutSync<Wrong>.self, sound: [RenameWithoutSync<Corrected>.self], newPage(),
        expected: Expectation.finds([.corrupt], under: Expectation.strict + Expectation.ext4 + ["xfs"])
          .passes(under: ["btrfs", "data-journal"] + Expectation.process).table),
    ])

  private static let renameWithoutDirectorySync = Toy(
    number: 2, name: "RenameWithoutDirectorySync", bug: "nothing forces a new name to the disk",
    trials: [
      ToyTrial(
        "a page is rewritten", RenameWithoutDirectorySync<Wrong>.self,
        sound: [RenameWithoutDirectorySync<Corrected>.self], saves(2),
        expected: Expectation.finds([.lostAcknowledged], under: Expectation.linux + ["apfs-full"])
          .passes(under: Expectation.process).table)
    ])

  private static let truncatingRewrite = Toy(
    number: 11, name: "TruncatingRewrite", bug: "a file is emptied and written anew in its place",
    trials: [
      ToyTrial(
        "a page is rewritten", TruncatingRewrite<Wrong>.self, sound: [TruncatingRewrite<Corrected>.self],
        saves(2),
        expected: Expectation.finds([.corrupt], under: Expectation.linux + Expectation.process).table)
    ])

  private static let unlinkBeforeRename = Toy(
    number: 12, name: "UnlinkBeforeRename", bug: "the old file is removed before the new one gets its name",
    trials: [
      ToyTrial(
        "a page is rewritten", UnlinkBeforeRename<Wrong>.self, sound: [UnlinkBeforeRename<Corrected>.self],
        saves(2),
        expected: Expectation.finds([.corrupt], under: Expectation.linux + Expectation.process).table)
    ])

  private static let referenceBeforeResource = Toy(
    number: 7, name: "ReferenceBeforeResource",
    bug: "an asset's name is not on the disk when a page names it",
    trials: [
      ToyTrial(
        "an image is pasted", ReferenceBeforeResource<Wrong>.self,
        sound: [ReferenceBeforeResource<Corrected>.self], pastedImage(),
        expected: Expectation.finds([.dangling], under: Expectation.strict + ["btrfs"])
          .passes(under: Expectation.ext4 + ["xfs", "data-journal"] + Expectation.process).table)
    ])

  private static let uncheckedWrite = Toy(
    number: 17, name: "UncheckedWrite", bug: "nobody looks at what a write answers",
    trials: [
      uncheckedWrite("a write is short", FaultPlan(.shortCount, at: 2, of: [.write])),
      uncheckedWrite("the disk is full", FaultPlan(.error(Posix.diskFull), at: 2, of: [.write])),
    ])

  private static func uncheckedWrite(_ name: String, _ fault: FaultPlan) -> ToyTrial {
    var trial = ToyTrial(
      name, UncheckedWrite<Wrong>.self, sound: [UncheckedWrite<Corrected>.self], saves(2),
      expected: Expectation.finds([.corrupt], under: Expectation.linux + Expectation.process).table)
    trial.fault = fault
    return trial
  }

  // MARK: Journals

  private static let createWithoutDirectorySync = Toy(
    number: 3, name: "CreateWithoutDirectorySync", bug: "the name of a new journal is not forced to the disk",
    trials: [
      ToyTrial(
        "a journal is begun", CreateWithoutDirectorySync<Wrong>.self,
        sound: [CreateWithoutDirectorySync<Corrected>.self], saves(2),
        expected: Expectation.finds([.lostAcknowledged], under: Expectation.strict)
          .passes(under: Expectation.calibrated + ["data-journal"] + Expectation.process).table)
    ])

  private static let frameWithoutChecksum = Toy(
    number: 4, name: "FrameWithoutChecksum", bug: "a frame of the journal is believed if it has a length",
    trials: [
      ToyTrial(
        "frames are appended", FrameWithoutChecksum<Wrong>.self,
        sound: [FrameWithoutChecksum<Corrected>.self], saves(2),
        expected: Expectation.finds([.torn], under: Expectation.strict)
          .passes(under: Expectation.calibrated + ["data-journal"] + Expectation.process).table)
    ])

  private static let rewoundJournalWithoutSalt = Toy(
    number: 5, name: "RewoundJournalWithoutSalt", bug: "old frames of a journal look like new ones",
    trials: [
      ToyTrial(
        "a journal is rewound", RewoundJournalWithoutSalt<Wrong>.self,
        sound: [RewoundJournalWithoutSalt<Corrected>.self], saves(3),
        expected: Expectation.finds([.lostAcknowledged], under: Expectation.linux + Expectation.process).table
      )
    ])

  private static let logTruncatedBeforeSnapshot = Toy(
    number: 6, name: "LogTruncatedBeforeSnapshot",
    bug: "a journal is emptied while the snapshot that replaces it has no name on the disk",
    trials: [
      ToyTrial(
        "a journal is compacted", LogTruncatedBeforeSnapshot<Wrong>.self,
        sound: [LogTruncatedBeforeSnapshot<Corrected>.self], saves(3),
        expected: Expectation.finds([.lostAcknowledged], under: Expectation.strict + ["btrfs"])
          .passes(under: Expectation.ext4 + ["xfs", "data-journal"] + Expectation.process).table)
    ])

  private static let failedSyncRetried: Toy = {
    var trial = ToyTrial(
      "the second frame's sync fails", FailedSyncRetried<Wrong>.self,
      sound: [FailedSyncRetried<Corrected>.self], saves(2),
      expected: Expectation.finds(
        [.lostAcknowledged], under: Expectation.strict + Expectation.calibrated + ["ext4-writeback"]
      ).passes(under: Expectation.process).table)
    // The first save syncs the frame and the journal's name.
    trial.fault = FaultPlan(.error(Posix.inputOutputError), at: 3, of: [.sync])
    return Toy(
      number: 13, name: "FailedSyncRetried", bug: "a sync that failed is tried again and believed",
      trials: [trial])
  }()

  private static let unsyncedFrameAfterReset = Toy(
    number: 15, name: "UnsyncedFrameAfterReset",
    bug: "a compaction clears the flag by which the first frame after it would be synced",
    trials: [
      ToyTrial(
        "a journal is compacted", UnsyncedFrameAfterReset<Wrong>.self,
        sound: [UnsyncedFrameAfterReset<Corrected>.self], saves(3),
        expected: Expectation.finds([.lostAcknowledged], under: Expectation.linux)
          .passes(under: Expectation.process).table)
    ])

  // MARK: Other formats

  private static let subSectorPointer = Toy(
    number: 14, name: "SubSectorPointer", bug: "a pointer within a sector is overwritten and not checked",
    trials: [
      subSectorPointer(
        "sectors are whole", 512, Expectation.passes(under: Expectation.linux + Expectation.process)),
      subSectorPointer(
        "sectors are torn", 64,
        Expectation.finds([.lostAcknowledged], under: Expectation.strict + Expectation.ext4 + ["xfs"])),
    ])

  private static func subSectorPointer(_ name: String, _ unit: Int, _ expected: Expectation) -> ToyTrial {
    var trial = ToyTrial(
      name, SubSectorPointer<Wrong>.self, sound: [SubSectorPointer<Corrected>.self], saves(3),
      expected: expected.table)
    trial.tornUnitBytes = unit
    return trial
  }

  private static let nonIdempotentRecovery = Toy(
    number: 16, name: "NonIdempotentRecovery", bug: "recovery that is cut short does its work once more",
    trials: [
      nonIdempotentRecovery(
        "one crash", false, Expectation.passes(under: Expectation.linux + Expectation.process)),
      nonIdempotentRecovery(
        "a crash during recovery", true,
        Expectation.finds([.torn], under: Expectation.linux + Expectation.process)),
    ])

  private static func nonIdempotentRecovery(
    _ name: String, _ crashesTwice: Bool, _ expected: Expectation
  ) -> ToyTrial {
    var trial = ToyTrial(
      name, NonIdempotentRecovery<Wrong>.self, sound: [NonIdempotentRecovery<Corrected>.self], saves(2),
      expected: expected.table)
    trial.crashesTwice = crashesTwice
    return trial
  }

  // MARK: Databases

  private static let rollbackJournalDeleted = Toy(
    number: 8, name: "RollbackJournalDeleted", bug: "the removal of a rollback journal is not synced",
    trials: [
      ToyTrial(
        "synchronous is FULL", RollbackJournalDeleted<Wrong>.self,
        sound: [
          RollbackJournalDeleted<Corrected>.self, RollbackJournalTruncated.self,
          RollbackJournalPersisted.self,
        ], saves(2),
        expected: Expectation.finds([.lostAcknowledged], under: Expectation.strict + ["ext4-ordered"])
          .passes(under: Expectation.process).table)
    ])

  private static let commitWithoutSync = Toy(
    number: 9, name: "CommitWithoutSync", bug: "commits wait for the next checkpoint until they are synced",
    trials: [
      ToyTrial(
        "synchronous is NORMAL", CommitWithoutSync<Wrong>.self, sound: [CommitWithoutSync<Corrected>.self],
        savesAndCheckpoint(),
        expected: Expectation.finds(
          [.lostAcknowledged], under: Expectation.strict + Expectation.calibrated
        ).passes(under: Expectation.process).table),
      ToyTrial(
        "synchronous is OFF", CheckpointWithoutSync<Wrong>.self,
        sound: [CheckpointWithoutSync<Corrected>.self], savesAndCheckpoint(),
        expected: Expectation.finds([.lostAcknowledged, .corrupt], under: ["posix-strict"])
          .passes(under: Expectation.process).table),
    ])

  private static let powerSafeOverwriteBelieved = Toy(
    number: 10, name: "PowerSafeOverwriteBelieved", bug: "a write is believed to harm nothing beside it",
    trials: [
      powerSafeOverwriteBelieved(
        "writes tear cleanly", false, Expectation.passes(under: ["posix-strict", "ext4-ordered"])),
      powerSafeOverwriteBelieved(
        "writes harm their 4 KiB", true,
        Expectation.finds([.lostAcknowledged], under: ["posix-strict", "ext4-ordered"])),
    ])

  private static func powerSafeOverwriteBelieved(
    _ name: String, _ damagesWholeBlock: Bool, _ expected: Expectation
  ) -> ToyTrial {
    var trial = ToyTrial(
      name, PowerSafeOverwriteBelieved<Wrong>.self, sound: [PowerSafeOverwriteBelieved<Corrected>.self],
      savesAndCheckpoint(), expected: expected.table)
    trial.damagesWholeBlock = damagesWholeBlock
    return trial
  }
}
