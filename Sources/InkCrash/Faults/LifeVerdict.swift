internal import InkReport

/// What one life came to.
struct LifeVerdict: Codable, Hashable, Sendable {
  var faultsMet = 0
  var reported = 0
  var absorbed = 0
  var isRefused = false
  var outcome = Outcome.intact
  /// What happened and what was found; nil where all is well.
  var seen: String?
  var isBroken = false
  /// In which condition the store's files were that the outcome was found in.
  var shape = StoreShape()
  /// The damage that was done at rest, in words; nil for other faults.
  var damage: String?
  /// Why there is no verdict, which says nothing of the store; nil if there is one.
  var failure: String?

  /// The verdict with what another says of how the life went.
  func added(to life: LifeVerdict) -> LifeVerdict {
    var verdict = self
    (verdict.faultsMet, verdict.reported, verdict.absorbed) = (life.faultsMet, life.reported, life.absorbed)
    verdict.isRefused = life.isRefused
    return verdict
  }
}
