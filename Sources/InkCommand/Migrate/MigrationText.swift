internal import InkModel
internal import InkReport
internal import InkStorage

/// What a user reads when a migration has ended.
enum MigrationText {
  static func text(_ outcome: MigrationOutcome, taking time: Duration) -> String {
    let lines = outcome.leftovers.map { ["First \($0)."] } ?? []
    switch outcome.result {
    case .nothingToDo: return joined(lines + remainders(outcome) + [nothingToDo(outcome)])
    case .planned(let needed, let free): return joined(lines + plan(outcome, needed, free))
    case .migrated(let bytesAfter, let trials, let oldStore):
      return joined(
        lines + checks(outcome, trials) + losses(outcome)
          + [summary(outcome, bytesAfter: bytesAfter, oldStore: oldStore, time)])
    }
  }

  private static func joined(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private static func nothingToDo(_ outcome: MigrationOutcome) -> String {
    "'\(outcome.store)' is \(outcome.from) already: \(counts(outcome.inventory)), all of it readable. "
      + "Its content was not changed."
  }

  private static func plan(_ outcome: MigrationOutcome, _ needed: Int, _ free: UInt64?) -> [String] {
    let room = free.map { "\(bytes(Int(clamping: $0))) are free" } ?? "how much is free is not known"
    return [
      "Would move '\(outcome.store)' from \(outcome.from) to \(outcome.to), \(outcome.durability.rawValue).",
      "It holds \(counts(outcome.inventory)) in \(bytes(outcome.bytesBefore)), all of it readable.",
      "At most \(bytes(needed)) are needed beside it for the new store and a copy to try out; \(room).",
    ] + losses(outcome) + [(outcome.fits ? "" : "That is too little. ") + "Its content was not changed."]
  }

  private static func checks(_ outcome: MigrationOutcome, _ trials: TrialOutcome) -> [String] {
    var lines = [
      "Verified: counts and digests of all pages and images are equal; content \(outcome.inventory.digest).",
      "Recovery: \(count(trials.recoveredDocuments, "document")) opened with every save after the end of the "
        + "process.",
      "Background: \(count(trials.backgroundPages, "page")) at once in "
        + "\(Humanised.time(nanoseconds: Double(trials.backgroundNanoseconds))), none missing.",
    ]
    if let longest = trials.logByteCount, let bound = trials.logByteCountMax {
      lines.append(
        "Log: at most \(bytes(longest)) of \(bytes(bound)) over \(count(trials.logSaves, "save")), and gone "
          + "when closed.")
    } else {
      lines.append("Log: '\(outcome.to.backend)' keeps none, or states no bound for it.")
    }
    return lines
  }

  private static func losses(_ outcome: MigrationOutcome) -> [String] {
    var lines: [String] = []
    let inventory = outcome.inventory
    if inventory.reducedPageCount > 0 {
      lines.append(
        "Loss: \(outcome.to) does not keep everything; \(inventory.reducedPageCount) of "
          + "\(count(inventory.pageCount, "page")) are reduced to what it keeps.")
    }
    if inventory.unshownAssetCount > 0 {
      lines.append(
        "Note: \(count(inventory.unshownAssetCount, "image")) that no page shows may go, as when a document is "
          + "closed.")
    }
    lines += remainders(outcome)
    if outcome.lostTimes > 0 {
      lines.append(
        "Loss: '\(outcome.to.backend)' does not keep the time of the last change of "
          + "\(count(outcome.lostTimes, "document")).")
    }
    return lines
  }

  /// What the store's files hold beyond its content.
  private static func remainders(_ outcome: MigrationOutcome) -> [String] {
    var lines = outcome.remainders.tails.map { "Note: \($0)." }
    let pages = outcome.remainders.unlistedPages
    if let first = pages.first {
      lines.append(
        "Note: \(count(pages.count, "page")) with files that no document's list names, the first of them "
          + "'\(first)', may go, as when a document is closed.")
    }
    return lines
  }

  private static func summary(
    _ outcome: MigrationOutcome, bytesAfter: Int, oldStore: String, _ time: Duration
  ) -> String {
    "Moved '\(outcome.store)' from \(outcome.from) to \(outcome.to), \(outcome.durability.rawValue): "
      + "\(counts(outcome.inventory)); \(bytes(outcome.bytesBefore)) before, \(bytes(bytesAfter)) after; "
      + "\(Humanised.time(nanoseconds: time / .nanoseconds(1))); the old store was \(oldStore)."
  }

  private static func counts(_ inventory: StoreInventory) -> String {
    [
      count(inventory.documents.count, "document"), count(inventory.pageCount, "page"),
      count(inventory.elementCount, "element"), count(inventory.assetCount, "image"),
    ].joined(separator: ", ")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(Humanised.count(Double(number))) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func bytes(_ number: Int) -> String { Humanised.bytes(Double(number)) }
}
