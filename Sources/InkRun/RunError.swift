package import InkReport
package import InkTrace

/// Why a run can't begin or go on; each case reads as one sentence.
package enum RunError: Error, Sendable, CustomStringConvertible {
  /// A workload or session does not make sense.
  case input(String)
  /// A session file can't be read, or a file can't be written whole.
  case trace(TraceError)
  /// The store directory can't be used; nothing was touched.
  case store(String)
  /// The disk failed or is full.
  case disk(operation: String, path: String, code: Int32)
  /// A store found the disk full, in its own words.
  case diskFull(String)
  /// The report can't be written.
  case report(ReportError)
  /// The log of an earlier run is not there.
  case unreadableLog(String)
  /// The log of an earlier run is damaged, or of another version.
  case malformedLog(String)
  /// A child could not be started, or spoke another language.
  case child(String)

  package var description: String {
    switch self {
    case .input(let message), .store(let message), .child(let message), .diskFull(let message),
      .unreadableLog(let message), .malformedLog(let message):
      message
    case .trace(let error): "\(error)"
    case .report(let error): "\(error)"
    case .disk(let operation, let path, let code):
      "\(operation) failed on '\(path)': \(Platform.errorText(code))"
    }
  }

  /// Whether the disk can't be used any more, so that the run must end and keep what it has.
  package var isDiskFailure: Bool {
    switch self {
    case .disk, .diskFull: true
    case .trace(let error): error.kind == .diskFailure
    default: false
    }
  }

  /// Whether it has no room left.
  package var isDiskFull: Bool {
    switch self {
    case .disk(_, _, let code): Platform.isDiskFull(code)
    case .diskFull: true
    default: false
    }
  }
}
