internal import InkModel

/// Chooses the sets of pending operations that can survive together.
///
/// Method. Few sets are all gone through. Of many, those come first by which bugs are found with the fewest
/// operations: everything up to some operation, everything but one or two and what requires them, and nothing
/// but one or two and what they require. Chance adds others: a subset, closed by adding what it requires or
/// by taking away what lacks something. The newest operations are dropped and kept first, and a few sets of
/// each kind come before the rest of any, because a budget may end the list.
struct ClosedSubsets {
  private let window: EpochWindow
  private let bounds: ExplorationBounds
  private var random: SplitMix64
  private var seen: Set<PendingSet> = []

  init(_ window: EpochWindow, _ bounds: ExplorationBounds, _ random: SplitMix64) {
    self.window = window
    self.bounds = bounds
    self.random = random
  }

  /// A longer list is only attempted where operations are in one chain, which has few sets.
  private static let exhaustiveOperationsMax = 64

  /// All sets, if there are few; nil otherwise.
  func exhaustive() -> [PendingSet]? {
    let free = window.firstFree..<window.count
    let most = 1 << min(max(bounds.exhaustiveMax, 0), 24)
    let isChain = free.allSatisfy { $0 == free.lowerBound || window.requires[$0][$0 - 1] }
    if isChain {
      guard free.count < most else { return nil }
      return (free.lowerBound...free.upperBound).map { PendingSet(first: $0) }
    }
    guard free.count <= max(Self.exhaustiveOperationsMax, bounds.exhaustiveMax) else { return nil }
    var sets: [PendingSet] = []
    return collect(window.fixed, from: free.lowerBound, most, &sets) ? sets : nil
  }

  /// Goes on with every choice for the operations from one on; false if there are too many sets.
  private func collect(_ kept: PendingSet, from place: Int, _ most: Int, _ sets: inout [PendingSet]) -> Bool {
    guard place < window.count else {
      sets.append(kept)
      return sets.count <= most
    }
    guard collect(kept, from: place + 1, most, &sets) else { return false }
    var with = kept
    with[place] = true
    guard window.requires[place].isSubset(of: with) else { return true }
    return collect(with, from: place + 1, most, &sets)
  }

  /// Visits chosen sets, each once, until the visitor says no; false if it did.
  mutating func chosen(_ visit: (PendingSet) -> Bool) -> Bool {
    for kind in Kind.allCases {
      var left = Self.firstOfEachKind
      var goesOn = true
      _ = all(kind) { set in
        left -= 1
        goesOn = visit(set)
        return goesOn && left > 0
      }
      guard goesOn else { return false }
    }
    for kind in Kind.allCases {
      guard all(kind, visit) else { return false }
    }
    return samples(visit)
  }

  private enum Kind: CaseIterable { case prefixes, dropping, keeping }

  private mutating func all(_ kind: Kind, _ visit: (PendingSet) -> Bool) -> Bool {
    switch kind {
    case .prefixes: prefixes(visit)
    case .dropping: dropping(visit)
    case .keeping: keeping(visit)
    }
  }

  /// Few enough for an epoch that may show a dozen states, of which a torn write takes several.
  private static let firstOfEachKind = 2

  private mutating func offer(_ kept: PendingSet, _ visit: (PendingSet) -> Bool) -> Bool {
    seen.insert(kept).inserted ? visit(kept) : true
  }

  private mutating func prefixes(_ visit: (PendingSet) -> Bool) -> Bool {
    for count in stride(from: window.count, through: window.firstFree, by: -1)
    where !offer(PendingSet(first: count), visit) { return false }
    return true
  }

  /// Without one to so many operations, and without what requires them.
  private mutating func dropping(_ visit: (PendingSet) -> Bool) -> Bool {
    let dependents = window.dependents
    return changing(window.all, bounds.droppedMax, { $0.subtracting(dependents[$1]) }, visit)
  }

  /// With nothing but one to so many operations, and with what they require.
  private mutating func keeping(_ visit: (PendingSet) -> Bool) -> Bool {
    let requires = window.requires
    return changing(window.fixed, bounds.keptMax, { $0.union(requires[$1]) }, visit)
  }

  /// Changes a set by one operation, by two, up to so many.
  private mutating func changing(
    _ set: PendingSet, _ most: Int, _ change: (PendingSet, Int) -> PendingSet, _ visit: (PendingSet) -> Bool
  ) -> Bool {
    for count in stride(from: 1, through: most, by: 1)
    where !combine(set, count, below: window.count, change, visit: visit) { return false }
    return true
  }

  /// Changes a set by each combination of so many operations, the newest first.
  private mutating func combine(
    _ set: PendingSet, _ count: Int, below end: Int, _ change: (PendingSet, Int) -> PendingSet,
    visit: (PendingSet) -> Bool
  ) -> Bool {
    if count == 0 { return offer(set, visit) }
    for place in stride(from: end - 1, through: window.firstFree, by: -1) {
      let changed = change(set, place)
      if changed != set, !combine(changed, count - 1, below: place, change, visit: visit) { return false }
    }
    return true
  }

  /// So many samples in a row without a new set end the sampling: there are hardly any left.
  private static let vainSamplesMax = 256

  private mutating func samples(_ visit: (PendingSet) -> Bool) -> Bool {
    var vainSamples = 0
    while vainSamples < Self.vainSamplesMax {
      let known = seen.count
      if !offer(sample(), visit) { return false }
      vainSamples = seen.count == known ? vainSamples + 1 : 0
    }
    return true
  }

  private mutating func sample() -> PendingSet {
    // Dense, even or sparse; closed by adding or by taking away.
    let probability = Double(1 + random.below(15)) / 16
    let adds = random.chance(0.5)
    var set = adds ? window.fixed : window.all
    for place in window.firstFree..<window.count where random.chance(probability) {
      set = adds ? set.union(window.requires[place]) : set.subtracting(window.dependents[place])
    }
    return set
  }
}
