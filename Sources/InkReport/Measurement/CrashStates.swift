/// What the crash lab found of one case, with what a clock says of it.
package struct CrashStates: Codable, Hashable, Sendable {
  package var row: CrashStatesRow
  /// How long the store took to recover; nil if nothing was opened.
  package var recovery: CrashTimes.Recovery?

  package init(row: CrashStatesRow, recovery: CrashTimes.Recovery? = nil) {
    self.row = row
    self.recovery = recovery
  }
}
