internal import InkModel

extension CrashReport {
  /// The most that all counts of a report may come to, and any of its times in milliseconds.
  ///
  /// Beyond what any exploration counts, exact in every reader of JSON, and so little that sums over
  /// thousands of reports fit.
  static let countsMax = 1 << 48

  /// Refuses numbers that no exploration makes, so that whoever adds them up need not look.
  func checkNumbers() throws(JSONRefusal) {
    for text in [seed] + sessions.compactMap(\.seed) where UInt64(text).map({ "\($0)" }) != text {
      throw JSONRefusal("the seed '\(oneLine(text))' is no number from 0 to \(UInt64.max)")
    }
    var sum = 0
    for (name, count) in counts {
      guard count >= 0 else { throw JSONRefusal("'\(name)' is \(count); nothing is counted below 0") }
      guard count <= Self.countsMax - sum else {
        throw JSONRefusal(
          "'\(name)' is \(count), and all counts of a report come to at most \(Self.countsMax)")
      }
      sum += count
    }
    for (part, whole) in parts where part.count > whole.count {
      throw JSONRefusal(
        "'\(part.name)' is \(part.count), which is more than '\(whole.name)' is, of which it is a part: \(whole.count)"
      )
    }
    for row in cases.flatMap(\.profiles) where row.millisecondsLostMax > UInt64(Self.countsMax) {
      throw JSONRefusal(
        "'millisecondsLostMax' is \(row.millisecondsLostMax), and the most that is known is \(Self.countsMax)"
      )
    }
  }

  private var counts: [NamedCount] {
    var counts: [NamedCount] = [("budget", budget)]
    for session in sessions {
      counts += [("events", session.events), ("pages", session.pages), ("strokes", session.strokes)]
    }
    return counts + cases.flatMap(\.counts)
  }

  /// What can't be more than something else is.
  private var parts: [(part: NamedCount, whole: NamedCount)] {
    cases.flatMap { row in
      [(("recoveredStates", row.recoveredStates), ("checkedStates", row.checkedStates))]
        + row.profiles.flatMap(\.parts) + row.faults.flatMap(\.parts)
    }
  }
}

/// A count with its key in the file.
private typealias NamedCount = (name: String, count: Int)

extension CrashCase {
  fileprivate var counts: [NamedCount] {
    var counts: [NamedCount] = [
      ("saves", saves), ("fileOperations", fileOperations), ("microOperations", microOperations),
      ("endedProcesses", endedProcesses), ("checkedStates", checkedStates),
      ("recoveredStates", recoveredStates),
    ]
    for finding in findings { counts.append(("states", finding.states)) }
    return counts + profiles.flatMap(\.counts) + faults.flatMap(\.counts)
  }
}

extension CrashProfileRow {
  fileprivate var counts: [NamedCount] {
    var counts: [NamedCount] = [
      ("generated", generated), ("distinct", distinct), ("broken", broken),
      ("strokesLostMax", strokesLostMax), ("orphanFilesMax", orphanFilesMax),
      ("secondCrashStates", secondCrashStates), ("secondCrashBroken", secondCrashBroken),
      ("epochs", bound.epochs), ("exhaustiveEpochs", bound.exhaustiveEpochs),
      ("boundedEpochs", bound.boundedEpochs), ("windowedEpochs", bound.windowedEpochs),
    ]
    for outcome in outcomes { counts.append(("count", outcome.count)) }
    return counts + shapes.flatMap(\.counts)
  }

  fileprivate var parts: [(part: NamedCount, whole: NamedCount)] {
    [
      (("distinct", distinct), ("generated", generated)), (("broken", broken), outcomes.sum),
      (("secondCrashBroken", secondCrashBroken), ("secondCrashStates", secondCrashStates)),
      (("exhaustiveEpochs", bound.exhaustiveEpochs), ("epochs", bound.epochs)),
      (("boundedEpochs", bound.boundedEpochs), ("epochs", bound.epochs)),
      (("windowedEpochs", bound.windowedEpochs), ("epochs", bound.epochs)),
    ]
  }
}

extension FaultRow {
  fileprivate var counts: [NamedCount] {
    var counts: [NamedCount] = [
      ("moments", moments), ("lives", lives), ("faultsMet", faultsMet), ("reported", reported),
      ("absorbed", absorbed), ("refused", refused), ("broken", broken),
    ]
    for outcome in outcomes { counts.append(("count", outcome.count)) }
    return counts + shapes.flatMap(\.counts)
  }

  fileprivate var parts: [(part: NamedCount, whole: NamedCount)] {
    [
      (("lives", lives), outcomes.sum), (("broken", broken), ("lives", lives)),
      (("refused", refused), ("lives", lives)),
    ]
  }
}

extension [OutcomeCount] {
  /// All of them; counts are known to be small enough by then.
  fileprivate var sum: NamedCount { ("outcomes", reduce(0) { $0 + $1.count }) }
}

extension ShapeRow {
  fileprivate var counts: [NamedCount] { [("count", count), ("culprits", culprits)] }
}
