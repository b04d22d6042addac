/// What a fresh process found in a store.
package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
  /// Everything acknowledged is there, and what was in flight too, or nothing was.
  case intact
  /// Everything acknowledged is there; the change in flight is not.
  case lostUnacknowledged = "lost-unacknowledged"
  /// A change whose save had returned is gone.
  case lostAcknowledged = "lost-acknowledged"
  /// A consistency unit is no version that was ever saved.
  case torn
  /// An element names an asset that is not there, or not whole.
  case dangling
  /// The store says itself that a page can't be trusted.
  case corrupt
  case unopenable
  /// A failed call was reported as done.
  case silentError = "silent-error"

  /// Whether a promise was kept.
  package var isAllowed: Bool { self == .intact || self == .lostUnacknowledged }

  /// How bad an outcome is; its place among all cases.
  package var severity: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

/// The comparison of a store with the model, by a process that did not write it.
package struct Verdict: Codable, Hashable, Sendable {
  package var outcome: Outcome
  /// The first difference, as a sentence; nil if there is none.
  package var detail: String?
  package var pagesCompared: Int
  package var elementsCompared: Int
  /// Assets that no element names.
  package var orphanAssets: Int
  /// From opening the store to its last page being read.
  package var recoveryNanoseconds: UInt64
  /// What the store or codec gives up by declaration; nil if nothing.
  package var loss: CanonicalLoss?
  /// Strokes that had been acknowledged and are gone with lost versions; nil if no version was lost.
  package var strokesLost: Int?
  /// The longest time from the last change that a lost unit kept to the last that was acknowledged; nil if no
  /// version was lost.
  package var millisecondsLost: UInt64?
  /// Files that the crash left and the store has no use for, temporary ones above all; nil if not counted.
  package var orphanFiles: Int?

  package init(
    outcome: Outcome, detail: String? = nil, pagesCompared: Int = 0, elementsCompared: Int = 0,
    orphanAssets: Int = 0, recoveryNanoseconds: UInt64 = 0
  ) {
    self.outcome = outcome
    self.detail = detail
    self.pagesCompared = pagesCompared
    self.elementsCompared = elementsCompared
    self.orphanAssets = orphanAssets
    self.recoveryNanoseconds = recoveryNanoseconds
  }
}
