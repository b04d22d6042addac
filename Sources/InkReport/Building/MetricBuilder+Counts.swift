internal import InkModel

extension MetricBuilder {
  /// What was written, by file role and per unit of work.
  func bytes() -> [MetricRow] {
    [counted("bytes.total", .bytes) { $0.storeTotal(\.writtenBytes) }]
      + byRole("bytes", .bytes, \.writtenBytes)
      + [
        counted("bytes.logical", .bytes, better: .none) { $0.sum(\.logicalBytes) },
        counted("bytes.read", .bytes) { $0.storeTotal(\.readBytes) },
        counted("bytes.per-save", .bytesPerSave) { $0.storeTotal(\.writtenBytes) / $0.saveCount },
        counted("bytes-per-hour", .bytesPerHour) { round in
          round.storeTotal(\.writtenBytes) / (Double(round.sessionMilliseconds) / 3_600_000)
        },
        counted("write-amplification", .ratio) { $0.storeTotal(\.writtenBytes) / $0.sum(\.logicalBytes) },
        counted("store.bytes", .bytes) { Double($0.storeBytes) },
        counted("store.files", .files) { Double($0.storeFiles) },
        elsewhere(),
      ]
  }

  /// Calls into the file system, by kind.
  func calls() -> [MetricRow] {
    [
      counted("calls.writes", .calls) { $0.storeTotal(\.writeCalls) },
      counted("calls.reads", .calls) { $0.storeTotal(\.readCalls) },
      counted("calls.opens", .calls) { $0.storeTotal(\.openCalls) },
      counted("calls.renames", .calls) { $0.storeTotal(\.renameCalls) },
      counted("calls.unlinks", .calls) { $0.storeTotal(\.unlinkCalls) },
      counted("calls.other", .calls) { $0.storeTotal(\.otherCalls) },
      counted("calls.syncs", .calls, better: betterSyncs) { $0.storeTotal(\.syncCalls) },
    ] + byRole("calls.writes", .calls, \.writeCalls)
      + byRole("calls.syncs", .calls, better: betterSyncs, \.syncCalls)
      + [
        counted("syncs.per-save", .callsPerSave, better: betterSyncs) {
          $0.storeTotal(\.syncCalls) / $0.saveCount
        }
      ]
  }

  /// A store that promises to outlast a power cut does not become better by syncing less.
  private var betterSyncs: MetricRow.Direction {
    record.name.durability == .processCrash ? .lower : .same
  }

  /// Calls, bytes and syncs of each phase.
  func phaseCounts() -> [MetricRow] {
    Phase.allCases.filter { phase in rounds.contains { $0.phases.contains { $0.phase == phase } } }
      .flatMap { phase in
        let isPhase: (Phase) -> Bool = { $0 == phase }
        return [
          counted("\(phase.rawValue).count", .times, better: .none) { round in
            Double(round.phases.filter { $0.phase == phase }.reduce(0) { $0 + $1.serviceNanoseconds.count })
          },
          counted("\(phase.rawValue).bytes", .bytes) { $0.sum(\.writtenBytes, in: isPhase) },
          counted("\(phase.rawValue).calls", .calls) { $0.sum(\.fileCalls, in: isPhase) },
          counted("\(phase.rawValue).syncs", .calls, better: betterSyncs) {
            $0.sum(\.syncCalls, in: isPhase)
          },
        ]
      }
  }

  /// What the codec was asked for, whoever asked; absent where none is used.
  func encoding() -> [MetricRow] {
    guard record.name.codec != nil else { return [] }
    return [
      counted("encodes", .times) { Double($0.encodeCalls) },
      counted("bytes.encoded", .bytes) { Double($0.encodedBytes) },
    ]
  }

  /// Compactions, checkpoints and whatever else a backend brackets.
  func activities() -> [MetricRow] {
    Set(rounds.flatMap { $0.activities.map(\.activity) }).sorted().flatMap { name in
      func total(_ counter: @escaping (ActivityTotals) -> UInt64) -> (RoundResult) -> Double? {
        { $0.activities.filter { $0.activity == name }.reduce(0) { $0 + Double(counter($1)) } }
      }
      return [
        counted("activity.\(name).count", .times, better: .none, total(\.count)),
        counted("activity.\(name).bytes", .bytes, total(\.writtenBytes)),
        counted("activity.\(name).syncs", .calls, better: betterSyncs, total(\.syncCalls)),
        noisy("activity.\(name).time", .nanoseconds, total(\.nanoseconds)),
      ]
    }
  }

  /// One metric a role, also where it is zero: a role that only one of two reports has could not be compared.
  private func byRole(
    _ prefix: String, _ unit: MetricRow.Unit, better: MetricRow.Direction = .lower,
    _ counter: (RoleTotals) -> UInt64
  ) -> [MetricRow] {
    FileRole.allCases.filter { $0 != .elsewhere }.map { role in
      counted("\(prefix).\(role.rawValue)", unit, better: better) { round in
        round.roles.filter { $0.role == role }.reduce(0) { $0 + Double(counter($1)) }
      }
    }
  }

  /// Bytes outside the store: the harness's own results, and temporary files that an engine puts elsewhere.
  private func elsewhere() -> MetricRow {
    noisy(
      "bytes.elsewhere", .bytes, better: .none,
      note: "Outside the store; holds the harness's own output, so it is never exact."
    ) { round in round.roles.filter { $0.role == .elsewhere }.reduce(0) { $0 + Double($1.writtenBytes) } }
  }
}
