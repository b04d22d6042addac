internal import CIOTap
package import InkModel

/// The bytes written to files of each role so far, without what else is counted of them.
///
/// A reading is a dozen loads, where a snapshot is ten times that: it is taken behind every save.
package struct WrittenBytes: Sendable {
  /// By place in the tap; the length has to be a literal, as in `TapSnapshot`.
  private var roles = InlineArray<12, UInt64>(repeating: 0)

  fileprivate static func now() -> WrittenBytes {
    var written = WrittenBytes()
    var span = written.roles.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { unsafe inktap_read_written($0.baseAddress) }
    return written
  }

  package subscript(role: FileRole) -> UInt64 { roles[role.tapIndex] }
}

extension Tap {
  /// What is written to files of each role by now.
  package static func writtenBytes() -> WrittenBytes { .now() }
}
