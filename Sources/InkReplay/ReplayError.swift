package import InkModel
package import InkReport
package import InkStorage
package import InkTap

/// Why a replay or a judgement could not be carried out.
package enum ReplayError: Error, Sendable, CustomStringConvertible {
  /// The store failed at a step of the plan.
  case store(StorageError, step: Int, action: String)
  /// The store gave back a page that an edit does not fit.
  case content(String, step: Int)
  /// A check in the middle of a replay found content that is not what was promised.
  case lost(Verdict, step: Int, moment: String)
  /// The disk was too full for the store to be opened and read, which says nothing of what it holds.
  case judging(StorageError)
  /// The session does not fit its own base.
  case session(String)
  /// A page of the base could not be made.
  case base(PageSourceError)
  /// The log of file calls could not be made, or was too small.
  case recording(RecordingError)
  /// A system call of the harness itself failed.
  case system(operation: String, path: String, code: Int32)

  package var description: String {
    switch self {
    case .store(let error, let step, let action): "step \(step) (\(action)) failed: \(error)"
    case .content(let message, let step):
      "step \(step) (edit) does not fit the page that the store gave back, which is not what was saved: \(message)"
    case .lost(let verdict, let step, let moment):
      "step \(step) (\(moment)): \(verdict.outcome.rawValue): \(verdict.detail ?? "")"
    case .judging(let error): "the store could not be judged: \(error)"
    case .session(let message): "the session does not fit its base: \(message)"
    case .base(let error): "a page of the base could not be made: \(error)"
    case .recording(let error): "\(error)"
    case .system(let operation, let path, let code):
      "could not \(operation) '\(path)': \(Platform.errorText(code))"
    }
  }
}
