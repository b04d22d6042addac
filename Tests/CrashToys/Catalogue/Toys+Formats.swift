internal import InkModel
internal import InkReport
internal import InkStorage

extension Toys {
  /// Bugs of stores with formats of their own.
  static let formats = [
    Toy(
      number: 14, name: "SubSectorPointer", bug: "a pointer within a sector is overwritten and not checked",
      trials: [
        subSectorPointer(
          "sectors are whole", 512, .passes(under: Expectation.linux + ["process-crash"])),
        // A torn pointer leads to the version before the last one: here that may be the page as it was made,
        // before the base was loaded, which no session has saved and which counts as torn.
        subSectorPointer(
          "sectors are torn", 64,
          .finds([.lostAcknowledged, .torn], under: Expectation.strict + Expectation.calibrated)),
      ]),
    Toy(
      number: 16, name: "NonIdempotentRecovery", bug: "recovery that is cut short does its work once more",
      trials: [
        nonIdempotentRecovery(
          "one crash", crashesTwice: false, .passes(under: Expectation.linux + ["process-crash"])),
        nonIdempotentRecovery(
          "a crash during recovery", crashesTwice: true,
          .finds([.torn], under: Expectation.linux + ["process-crash"])),
      ]),
  ]

  private static func subSectorPointer(_ name: String, _ unit: Int, _ expected: Expectation) -> ToyTrial {
    var trial = ToyTrial(
      name, SubSectorPointer<Wrong>.self, sound: [SubSectorPointer<Corrected>.self], saves(3),
      evidence: "were acknowledged", expected: expected)
    trial.tornUnitBytes = unit
    return trial
  }

  private static func nonIdempotentRecovery(
    _ name: String, crashesTwice: Bool, _ expected: Expectation
  ) -> ToyTrial {
    var trial = ToyTrial(
      name, NonIdempotentRecovery<Wrong>.self, sound: [NonIdempotentRecovery<Corrected>.self], saves(2),
      evidence: "is no version that was saved", expected: expected)
    trial.crashesTwice = crashesTwice
    return trial
  }
}
