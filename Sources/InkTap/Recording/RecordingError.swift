/// Why a log can't be made or read; each case reads as one sentence.
package enum RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The code is the system's; 0 where no recording was begun.
  case notBegun(code: Int32)
  case notALog
  case version(UInt32)
  /// The log was too small for what happened.
  case full(lostEntries: UInt64, lostBytes: UInt64)
  /// The place is counted from the first entry.
  case damaged(place: Int, what: String)

  package var description: String {
    switch self {
    case .notBegun(0): "no calls are being recorded"
    case .notBegun(let code): "the log of file calls can't be made: \(Platform.errorText(code))"
    case .notALog: "this is no log of file calls"
    case .version(let version):
      "the log of file calls has version \(version), and this program reads version \(Recording.version); read it with the program that wrote it"
    case .full(let entries, let bytes):
      "the log of file calls was full: \(entries) entries of \(bytes) bytes found no room"
    case .damaged(let place, let what): "the log of file calls is damaged at byte \(place): \(what)"
    }
  }
}
