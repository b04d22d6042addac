package import InkTap

/// What a profile allows a store to hold, by how many calls had returned when the power ended.
///
/// Method. When `n` calls have returned, the next may be under way. Unless it is a sync, it may have had its
/// effect, in part or whole; a sync that has not returned owes nothing. So the recording is cut behind that
/// call, or before a sync, and the exploration's last epoch holds every state of that moment. Each epoch of a
/// calibration is small enough to be gone through whole; where it is not, the list is marked as not complete.
package struct PredictedStates: Sendable {
  package struct Moment: Sendable {
    package var digests: Set<StateDigest>
    /// Whether every set of operations that can survive was looked at.
    package var isComplete: Bool
  }

  /// By the number of calls that had returned.
  package let moments: [Moment]

  /// The recording must hold one mark before and one behind each call, numbered from 1.
  package init(
    base: StoreImage, entries: [RecordedEntry], profile: CrashProfile
  ) throws(CrashModelError) {
    var moments: [Moment] = []
    let count = entries.count { if case .mark(let mark) = $0 { mark.kind == .acknowledged } else { false } }
    for returned in 0...count {
      let model = try CrashModel(base: base, entries: Self.entries(entries, upTo: returned))
      moments.append(Self.moment(at: model, profile))
    }
    self.moments = moments
  }

  /// Whether every moment was gone through whole.
  package var isComplete: Bool { moments.allSatisfy { $0.isComplete } }

  /// Every state of any moment.
  package var all: Set<StateDigest> {
    moments.reduce(into: []) { $0.formUnion($1.digests) }
  }

  /// The calls that may have had an effect; the marks are left out.
  static func entries(_ entries: [RecordedEntry], upTo returned: Int) -> [RecordedEntry] {
    var step = 0
    return entries.filter { entry in
      switch entry {
      case .file: return true
      case .mark(let mark):
        if mark.kind == .begun { step = mark.step }
        return false
      case .operation(let call):
        if step <= returned { return true }
        return step == returned + 1 && !call.isSync
      }
    }
  }

  private static func moment(at model: CrashModel, _ profile: CrashProfile) -> Moment {
    let exploration = CrashExploration(
      model: model, profile: profile, bounds: ExplorationBounds(statesMax: statesMax), seed: 1)
    var digests: Set<StateDigest> = []
    let counts = exploration.runLastEpoch {
      digests.insert($0.digest)
      return true
    }
    let isComplete = counts.sampledEpochs == 0 && counts.windowedEpochs == 0 && !counts.isCutByBudget
    return Moment(digests: digests, isComplete: isComplete)
  }

  /// All subsets of twelve operations, with every variant of each.
  private static let statesMax = 1 << 20
}

extension RecordedOperation {
  /// Whether it forces what was written before.
  fileprivate var isSync: Bool { [.sync, .syncData, .syncAll].contains(kind) }
}
