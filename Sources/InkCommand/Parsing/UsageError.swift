/// Why a command line can't be understood.
package struct UsageError: Error, Hashable, Sendable {
  /// One sentence without a full stop.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
