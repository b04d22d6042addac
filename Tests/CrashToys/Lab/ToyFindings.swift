package import InkReport

/// What was found of one store of a trial under a profile.
package struct ToyFindings: Codable, Sendable {
  /// All outcomes that break the store's promise, with what was said of them.
  package var broken: [Outcome: Set<String>] = [:]
  /// In which shapes states are whose files are not all in order, whether that breaks the promise or not.
  package var shapes: Set<StoreShape> = []
  /// States by what they hold and what was owed.
  package var stateCount = 0
  /// The shortest culprit of a state with such an outcome, as the numbers of recorded calls; nil if there is
  /// none such.
  package var culpritCalls: [UInt64]?

  package init() {}

  /// More calls are no explanation.
  package static let culpritCallsMax = 2

  /// Whether they are what has to be found: these outcomes and no others, with evidence and an explanation.
  package func fit(_ expected: Set<Outcome>, evidence: String) -> Bool {
    guard Set(broken.keys) == expected else { return false }
    if expected.isEmpty { return true }
    return broken.values.joined().contains { $0.contains(evidence) }
      && (culpritCalls.map { $0.count <= Self.culpritCallsMax } ?? false)
  }

  /// Takes a culprit over if it is shorter.
  mutating func blame(_ calls: [UInt64]) {
    if calls.count < culpritCalls?.count ?? .max { culpritCalls = calls }
  }

  /// Adds what was found elsewhere.
  mutating func add(_ other: ToyFindings) {
    broken.merge(other.broken) { $0.union($1) }
    shapes.formUnion(other.shapes)
    stateCount += other.stateCount
    if let calls = other.culpritCalls { blame(calls) }
  }
}
