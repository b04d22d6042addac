package import InkTap

/// What a replay is told beside the session and the store.
package struct ReplayOptions {
  /// Whether the pauses of the session really pass.
  package var isPaced = false
  package var recordsSpans = false
  /// Counts allocations; nil in timed rounds.
  package var allocationCounter: AllocationCounter?
  package var board: ProgressBoard?
  /// Where exports go; each is removed once it has been measured.
  package var exportPath: String

  package init(exportPath: String) { self.exportPath = exportPath }
}
