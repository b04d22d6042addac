internal import InkModel
package import InkReport
package import InkRun

/// A crash point and the stretch that it lies in.
package struct ChosenCrash: Hashable, Sendable {
  package var point: CrashPoint
  package var stratum: Stratum
}

/// The stretches of a replay that crash points are spread over.
package enum Stratum: String, Hashable, Sendable, CaseIterable {
  case firstSave = "first-save"
  case compaction, checkpoint, background, close
  case insertAsset = "insert-asset"
  case other
}

/// Chooses where processes end themselves.
///
/// Method. A survey replay tells which operations lie in which stretch. An operation belongs to the first
/// stretch that claims it, in the order of `Stratum`. Every stretch gives up to `perStratum` operations,
/// drawn by the seed and in full if it has no more, and the rest of the trials are drawn from all operations
/// that are left. Where there are too few trials for that, the stretches share them evenly. Every other trial
/// lets a write happen up to half its bytes before the end; where the operation is no write, that makes no
/// difference.
package enum CrashChoice {
  /// At least so many points lie in each stretch, if it has as many operations.
  package static let perStratum = 6

  /// The crash points of one case, in order of their operations.
  package static func choose(
    from survey: RoundResult, count: Int, seed: UInt64
  ) -> [ChosenCrash] {
    var random = SplitMix64(seed: seed, keys: 0xC4A5)
    var left = stretches(survey)
    var chosen: [ChosenCrash] = []
    func draw(_ stratum: Stratum) {
      guard var operations = left[stratum], !operations.isEmpty else { return }
      let operation = operations.remove(at: random.below(operations.count))
      left[stratum] = operations
      chosen.append(
        ChosenCrash(
          point: CrashPoint(operation: operation, isWriteCut: chosen.count % 2 == 1), stratum: stratum))
    }
    let shares = shares(of: left.mapValues(\.count), count: count)
    for stratum in Stratum.allCases { for _ in 0..<(shares[stratum] ?? 0) { draw(stratum) } }
    while chosen.count < count {
      let pools = Stratum.allCases.flatMap { stratum in
        [Stratum](repeating: stratum, count: left[stratum]?.count ?? 0)
      }
      guard !pools.isEmpty else { break }
      draw(pools[random.below(pools.count)])
    }
    return chosen.sorted { $0.point.operation < $1.point.operation }
  }

  /// How many trials are kept for each stretch: one each, then a second one each, up to `perStratum`.
  private static func shares(of available: [Stratum: Int], count: Int) -> [Stratum: Int] {
    var shares: [Stratum: Int] = [:]
    var left = count
    for share in 1...perStratum {
      for stratum in Stratum.allCases where left > 0 && (available[stratum] ?? 0) >= share {
        shares[stratum] = share
        left -= 1
      }
    }
    return shares
  }

  private static func stretches(_ survey: RoundResult) -> [Stratum: [UInt64]] {
    var claims: [UInt64: Stratum] = [:]
    for stratum in Stratum.allCases where stratum != .other {
      for span in spans(of: stratum, in: survey) {
        for operation in span.first..<span.end where claims[operation] == nil { claims[operation] = stratum }
      }
    }
    var stretches: [Stratum: [UInt64]] = [:]
    guard survey.operationCount > 0 else { return stretches }
    for operation in 1...survey.operationCount {
      stretches[claims[operation] ?? .other, default: []].append(operation)
    }
    return stretches
  }

  /// The first automatic saves, as many as it takes to have `perStratum` operations.
  private static func firstSaves(_ saves: [OperationSpan]) -> [OperationSpan] {
    var operations: UInt64 = 0
    return Array(
      saves.prefix { save in
        defer { operations += save.end - save.first }
        return operations < UInt64(perStratum)
      })
  }

  private static func spans(of stratum: Stratum, in survey: RoundResult) -> [OperationSpan] {
    func named(_ names: String...) -> [OperationSpan] {
      survey.spans.filter { names.contains($0.name) && $0.first < $0.end }
    }
    return switch stratum {
    case .firstSave: firstSaves(named("save.autosave"))
    case .compaction: named("compaction")
    case .checkpoint: named("checkpoint")
    case .background: named("save.background", "background")
    case .close: named("save.document-close", "close-document", "save.page-close", "close-page")
    case .insertAsset: named("insert-asset")
    case .other: []
    }
  }
}
