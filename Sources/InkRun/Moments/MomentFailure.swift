internal import InkModel
internal import InkStorage

/// Why a moment has no number.
enum MomentFailure: Error {
  /// The store threw, in the middle of something.
  case store(StorageError, during: String)
  /// The store gave back something else than it was given.
  case content(String)
  /// It can't be shown that the number is what it is called.
  case withheld(String)
  /// The harness could not do its part.
  case run(RunError)

  var sentence: String {
    switch self {
    case .store(let error, let step): "\(step): \(error)"
    case .content(let sentence), .withheld(let sentence): sentence
    case .run(let error): error.description
    }
  }

  var isContent: Bool { if case .content = self { true } else { false } }

  var isDiskFull: Bool {
    switch self {
    case .store(let error, _): error.isDiskFull
    case .run(let error): error.isDiskFull
    case .content, .withheld: false
    }
  }
}
