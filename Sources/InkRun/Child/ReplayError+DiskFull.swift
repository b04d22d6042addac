package import InkReplay
internal import InkStorage
internal import InkTap

extension ReplayError {
  /// Whether the store or the harness ran out of space.
  package var isDiskFull: Bool {
    switch self {
    case .store(let error, _, _), .judging(let error): error.isDiskFull
    case .system(_, _, let code), .recording(.notBegun(let code)): Platform.isDiskFull(code)
    case .content, .lost, .session, .base, .recording: false
    }
  }
}
