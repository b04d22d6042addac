/// How far an exploration goes; all bounds are counts, so that what it visits repeats.
package struct ExplorationBounds: Hashable, Sendable, Codable {
  /// An epoch is exhaustive if the sets that can survive are no more than all sets of so many operations.
  package var exhaustiveMax: Int
  /// Operations that are forgotten on purpose, one by one, beside those that require them.
  package var droppedMax: Int
  /// Operations that are kept on purpose beyond what was forced, beside those that they require.
  package var keptMax: Int
  /// Of the pending operations only the newest are ever forgotten; at most `PendingSet.capacity`.
  package var windowMax: Int
  /// States that are visited in all, before any are found to be equal.
  package var statesMax: Int

  package init(
    exhaustiveMax: Int = 12, droppedMax: Int = 2, keptMax: Int = 2, windowMax: Int = PendingSet.capacity,
    statesMax: Int = 200_000
  ) {
    self.exhaustiveMax = exhaustiveMax
    self.droppedMax = droppedMax
    self.keptMax = keptMax
    self.windowMax = windowMax
    self.statesMax = statesMax
  }
}

/// What an exploration has gone through.
package struct ExplorationCounts: Hashable, Sendable, Codable {
  /// States that were visited; equal ones count each time.
  package var generated = 0
  package var epochs = 0
  /// Epochs all of whose sets were visited.
  package var exhaustiveEpochs = 0
  /// Epochs of which some sets were chosen.
  package var sampledEpochs = 0
  /// Epochs with more pending operations than the window holds: the older ones were taken as kept.
  package var windowedEpochs = 0
  /// Whether the bound on states left out sets that would have been visited.
  package var isCutByBudget = false
  /// Whether the visitor ended the exploration.
  package var isStopped = false

  package init() {}
}
