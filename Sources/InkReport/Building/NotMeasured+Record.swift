extension NotMeasured {
  /// Every reason not to believe the timed rounds of a case; empty if they can be believed.
  static func all(of record: CaseRecord) -> [NotMeasured] {
    guard !record.timed.isEmpty else {
      return [NotMeasured(code: .noRounds, detail: "No timed round was finished.")]
    }
    return record.timed.enumerated().flatMap { reasons($1.check, round: $0) }
  }

  private static func reasons(_ check: InstrumentCheck, round: Int) -> [NotMeasured] {
    var reasons: [NotMeasured] = []
    if !check.canarySeen {
      reasons.append(
        NotMeasured(
          code: .canaryUnseen,
          detail: "The tap did not see its own test write in round \(round), so it can't see the backend's."))
    }
    if let kernelBytes = check.kernelBytes, kernelBytes != check.countedBytes {
      reasons.append(
        NotMeasured(
          code: .bytesDisagree,
          detail: "In round \(round) the tap counted \(check.countedBytes) bytes, the kernel \(kernelBytes).")
      )
    }
    for fault in check.faults {
      reasons.append(NotMeasured(code: .bypass, detail: "Round \(round): \(fault)"))
    }
    return reasons
  }
}
