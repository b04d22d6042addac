/// Why a block log can't be used; each case reads as one sentence.
package enum BlockLogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It ends within an entry, or, without one, within its first sector.
  case cut(entry: UInt64?)
  case foreign
  case version(UInt64)
  case sector(UInt64)
  case flags(UInt64, entry: UInt64)

  package var description: String {
    switch self {
    case .cut(let entry?): "the block log ends within entry \(entry); it was not written to its end"
    case .cut(nil): "the block log ends within its first sector; it was not written to its end"
    case .foreign: "this is no block log of dm-log-writes: its first bytes are others"
    case .version(let version): "the block log has version \(version), and this program reads version 1"
    case .sector(let bytes): "the block log has sectors of \(bytes) bytes, which no device has"
    case .flags(let flags, let entry):
      "entry \(entry) of the block log has the flags \(flags), which this program does not know"
    }
  }
}
