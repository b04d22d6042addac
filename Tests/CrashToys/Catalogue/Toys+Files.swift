internal import InkModel
internal import InkReport
internal import InkStorage
internal import InkTap

extension Toys {
  /// Bugs of stores that replace whole files.
  static let files = [
    Toy(
      number: 1, name: "RenameWithoutSync", bug: "a file gets its name before its bytes are on the disk",
      trials: [
        ToyTrial(
          "a page is rewritten", RenameWithoutSync<Wrong>.self, sound: [RenameWithoutSync<Corrected>.self],
          saves(2), evidence: "its 0 bytes",
          expected: .finds(
            [.corrupt], under: Expectation.strict + ["xfs", "ext4-noauto_da_alloc", "ext4-writeback"]
          ).passes(under: ["ext4-ordered", "btrfs", "data-journal", "process-crash"])),
        // ext4 writes a file back before a rename that replaces another one, but not before one to a new
        // name.
        ToyTrial(
          "a page is new", RenameWithoutSync<Wrong>.self, sound: [RenameWithoutSync<Corrected>.self],
          newPage(), evidence: "its 0 bytes",
          expected: .finds(
            [.corrupt], under: Expectation.strict + Expectation.ext4 + ["ext4-writeback", "xfs"]
          ).passes(under: ["btrfs", "data-journal", "process-crash"])),
      ]),
    Toy(
      number: 2, name: "RenameWithoutDirectorySync", bug: "nothing forces a new name to the disk",
      trials: [
        ToyTrial(
          "a page is rewritten", RenameWithoutDirectorySync<Wrong>.self,
          sound: [RenameWithoutDirectorySync<Corrected>.self], saves(2),
          evidence: "has 1 edits where 2 were acknowledged",
          expected: .finds([.lostAcknowledged], under: Expectation.linux + ["apfs-full"])
            .passes(under: ["process-crash"]))
      ]),
    Toy(
      number: 7, name: "ReferenceBeforeResource",
      bug: "an asset's name is not on the disk when a page names it",
      trials: [
        ToyTrial(
          "an image is pasted", ReferenceBeforeResource<Wrong>.self,
          sound: [ReferenceBeforeResource<Corrected>.self], pastedImage(), evidence: "is missing",
          expected: .finds([.dangling], under: Expectation.strict + ["btrfs"])
            .passes(under: Expectation.ext4 + ["ext4-writeback", "xfs", "data-journal", "process-crash"]))
      ]),
    Toy(
      number: 11, name: "TruncatingRewrite", bug: "a file is emptied and written anew in its place",
      trials: [
        ToyTrial(
          "a page is rewritten", TruncatingRewrite<Wrong>.self, sound: [TruncatingRewrite<Corrected>.self],
          saves(2), evidence: "its 0 bytes",
          expected: .finds([.corrupt], under: Expectation.linux + ["process-crash"]))
      ]),
    Toy(
      number: 12, name: "UnlinkBeforeRename", bug: "the old file is removed before the new one gets its name",
      trials: [
        ToyTrial(
          "a page is rewritten", UnlinkBeforeRename<Wrong>.self, sound: [UnlinkBeforeRename<Corrected>.self],
          saves(2), evidence: "no file of page",
          expected: .finds([.corrupt], under: Expectation.linux + ["process-crash"]))
      ]),
    Toy(
      number: 17, name: "UncheckedWrite", bug: "nobody looks at what a write answers",
      trials: [
        uncheckedWrite("a write is short", .shortCount, evidence: "its 648 bytes"),
        uncheckedWrite("the disk is full", .error(Posix.diskFull), evidence: "its 0 bytes"),
      ]),
  ]

  /// The second save meets the fault; its page has 1,296 bytes.
  private static func uncheckedWrite(_ name: String, _ fault: FaultPlan.Fault, evidence: String) -> ToyTrial {
    var trial = ToyTrial(
      name, UncheckedWrite<Wrong>.self, sound: [UncheckedWrite<Corrected>.self], saves(2), evidence: evidence,
      expected: .finds([.corrupt], under: Expectation.linux + ["process-crash"]))
    trial.fault = FaultPlan(fault, at: 2, of: [.write])
    return trial
  }
}
