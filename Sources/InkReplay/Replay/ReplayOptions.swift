package import InkModel
package import InkTap

/// What a replay is told beside the session and the store.
package struct ReplayOptions {
  /// Whether the pauses of the session really pass.
  package var isPaced = false
  package var recordsSpans = false
  /// Whether the calls on the store are marked in the log of file calls that is being written.
  package var marksCalls = false
  /// Counts allocations; nil in timed rounds.
  package var allocationCounter: AllocationCounter?
  package var board: ProgressBoard?
  /// Where exports go; each is removed once it has been measured.
  package var exportPath: String
  /// Called with each page that the store has opened and the step, where only content is checked.
  ///
  /// Nothing that such a replay measures means anything.
  package var pageWasOpened: ((_ page: borrowing Page, _ step: Int) throws(ReplayError) -> Void)?
  /// Called where the document lies closed, or abandoned by its process, and will be opened again.
  package var documentWasLeft: ((_ step: Int) throws(ReplayError) -> Void)?

  package init(exportPath: String) { self.exportPath = exportPath }
}
