/// Whether a machine was quiet enough for its times to mean something, and if not, why.
///
/// Method. Four things are held against what a quiet machine does: how evenly equal work is done, how
/// promptly sleepers are woken, what the host took away, and how far the disk's syncs lie apart. Between
/// readings the speed of the processor and of the disk may not have moved. Load averages and other tasks that
/// wanted to run explain a finding; they make none, because a task on another core may disturb nobody.
package struct NoiseJudgement: Hashable, Sendable {
  /// What was disturbed.
  package enum Source: String, Hashable, Sendable {
    case processor, host, disk
  }

  package struct Finding: Hashable, Sendable {
    package var source: Source
    /// What was seen, without a full stop.
    package var reason: String
  }

  package private(set) var findings: [Finding] = []

  /// Above this, equal work did not take equal time: on a quiet machine nine of ten stretches lie within a
  /// few percent.
  package static let stretchTailTolerated = 1.25
  /// Above this the thread has waited for a core that another had.
  package static let waitTolerated = 1.1
  /// The better part of somebody else's time slice: an idle kernel wakes a sleeper within its timer slack of
  /// 50 µs and the way back to a core.
  package static let oversleepToleratedNanoseconds: UInt64 = 1_000_000
  /// A host that takes more than one tick in a hundred takes whole milliseconds from single saves.
  package static let stolenShareTolerated = 0.01
  /// The 90th percentile of the syncs to their 10th: syncs of one block in place lie within a factor of two
  /// on an idle disk, and anything else that writes to it multiplies that.
  package static let syncSpreadTolerated = 3.0
  /// Equal work that takes a tenth longer later on: the clock's frequency has moved.
  package static let speedDriftTolerated = 1.1
  /// The rounds are held against floors that were taken beside them, but not beside every save.
  package static let syncDriftTolerated = 1.5

  package init(_ rows: [NoiseRow]) {
    add(
      .processor,
      atWorst(\.stretchTail, of: rows, beyond: Self.stretchTailTolerated) { row in
        "equal work took \(Humanised.ratio(row.stretchTail)) its median time at the 90th percentile"
          + company(row)
      })
    add(
      .processor,
      atWorst(\.waitRatio, of: rows, beyond: Self.waitTolerated) { row in
        "work took \(Humanised.ratio(row.waitRatio)) the CPU time that it got, waiting for a core"
          + company(row)
      })
    let oversleep = Double(Self.oversleepToleratedNanoseconds)
    add(
      .processor,
      atWorst({ Double($0.oversleepP90Nanoseconds) }, of: rows, beyond: oversleep) { row in
        "one sleep in ten lasted \(Humanised.time(nanoseconds: row.oversleepP90Nanoseconds)) too long"
      })
    add(
      .host,
      atWorst({ $0.stolenShare ?? 0 }, of: rows, beyond: Self.stolenShareTolerated) { row in
        "the host gave \(Humanised.percent(row.stolenShare ?? 0)) of the processor to others"
      })
    add(
      .disk,
      atWorst(\.syncSpread, of: rows, beyond: Self.syncSpreadTolerated) { row in
        "equal syncs took from \(Humanised.time(nanoseconds: row.syncP10Nanoseconds ?? 0)) to "
          + "\(Humanised.time(nanoseconds: row.syncP90Nanoseconds ?? 0)) (10th and 90th percentile)"
      })
    addDrift(of: rows)
  }

  package var isNoisy: Bool { !findings.isEmpty }

  /// Whether work that waits for no disk was disturbed.
  package var isProcessorNoisy: Bool { findings.contains { $0.source != .disk } }

  private mutating func add(_ source: Source, _ reason: String?) {
    if let reason { findings.append(Finding(source: source, reason: reason)) }
  }

  private mutating func addDrift(of rows: [NoiseRow]) {
    let speeds = rows.map(\.nanosecondsPerStep).filter { $0 > 0 }
    if let least = speeds.min(), let most = speeds.max(), most > least * Self.speedDriftTolerated {
      add(
        .processor,
        "equal work took \(Humanised.ratio(most / least)) as long in one reading as in another, so the "
          + "processor changed its speed")
    }
    let syncs = rows.compactMap(\.syncP50Nanoseconds).filter { $0 > 0 }
    guard let least = syncs.min(), let most = syncs.max() else { return }
    if Double(most) > Double(least) * Self.syncDriftTolerated {
      add(
        .disk,
        "the median sync moved between \(Humanised.time(nanoseconds: least)) and "
          + Humanised.time(nanoseconds: most))
    }
  }
}

extension NoiseRow {
  /// The 90th percentile of the syncs to their 10th.
  fileprivate var syncSpread: Double {
    guard let low = syncP10Nanoseconds, let high = syncP90Nanoseconds, low > 0 else { return 0 }
    return Double(high) / Double(low)
  }

  fileprivate var when: String {
    switch moment {
    case .before: "before the rounds"
    case .between: "between rounds"
    case .after: "after the rounds"
    }
  }
}

/// What the worst row shows, if it lies beyond what is tolerated, and when that was.
private func atWorst(
  _ measure: (NoiseRow) -> Double, of rows: [NoiseRow], beyond tolerated: Double,
  _ words: (NoiseRow) -> String
) -> String? {
  guard let worst = rows.max(by: { measure($0) < measure($1) }), measure(worst) > tolerated else {
    return nil
  }
  let beyond = rows.count { measure($0) > tolerated }
  let when = Set(rows.map(\.moment)).count > 1 ? ", most \(worst.when)" : ""
  let often = rows.count > 1 ? " (in \(beyond) of \(rows.count) readings\(when))" : ""
  return words(worst) + often
}

/// Who else wanted the processor.
private func company(_ row: NoiseRow) -> String {
  guard let others = row.otherRunnable, others > 0 else { return "" }
  return " while \(others) other \(others == 1 ? "task" : "tasks") wanted to run"
}

extension NoiseJudgement {
  /// Sentences that belong on top of a report: one for the processor, one for the disk, none if all was
  /// quiet.
  package var warnings: [String] {
    let disk = findings.filter { $0.source == .disk }.map(\.reason)
    let processor = findings.filter { $0.source != .disk }.map(\.reason)
    var sentences: [String] = []
    if !processor.isEmpty {
      sentences.append(
        "the processor was not this run's alone: \(processor.joined(separator: "; ")). All times are doubtful "
          + "by as much, and small differences between stores say nothing; bytes, calls, syncs and "
          + "allocations are not affected. Run again on a quiet machine.")
    }
    if !disk.isEmpty {
      sentences.append(
        "the disk was not steady: \(disk.joined(separator: "; ")). Times of saves that sync, and their ratios "
          + "to the floor, are doubtful by as much; compute times, bytes, calls and syncs are not affected. Run "
          + "again while nothing else writes to this disk.")
    }
    return sentences
  }
}

extension NoiseJudgement {
  /// What is measured and what is tolerated, for the list of definitions in every report.
  static var definition: String {
    "readings before, between and after the rounds. Noisy is: equal work whose 90th percentile is above "
      + "\(stretchTailTolerated) times its median, or that took \(waitTolerated) times its CPU time; one sleep "
      + "in ten more than \(Humanised.time(nanoseconds: oversleepToleratedNanoseconds)) too long; more than "
      + "\(Humanised.percent(stolenShareTolerated)) stolen by the host; equal syncs with a 90th "
      + "percentile above \(Humanised.digits(syncSpreadTolerated)) times their 10th; and between readings equal "
      + "work that differs by a factor of \(speedDriftTolerated) or median syncs by \(syncDriftTolerated)."
  }
}
