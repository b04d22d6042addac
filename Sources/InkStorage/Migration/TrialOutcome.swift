/// What the trials of a new store showed.
package struct TrialOutcome: Hashable, Sendable {
  package var recoveredDocuments = 0
  /// The most pages that went to the background at once, and how long that took.
  package var backgroundPages = 0
  package var backgroundNanoseconds: UInt64 = 0
  /// The longest that the log became, and its bound; nil where no log is kept or no bound is stated.
  package var logByteCount: Int?
  package var logByteCountMax: Int?
  package var logSaves = 0
}
