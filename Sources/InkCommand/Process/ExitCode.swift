/// How a command went, as scripts see it; from 64 on the numbers are those of `sysexits.h`.
package enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  case success = 0
  case regression = 1
  case dataLost = 2
  case notComparable = 3
  case usage = 64
  case malformedInput = 65
  case unreadableInput = 66
  case unavailable = 69
  case internalError = 70
  case diskFailed = 74
  case interrupted = 130

  /// What the number means, for help and the README.
  package var meaning: String {
    switch self {
    case .success: "passed, improvements included"
    case .regression: "a regression or a missed bound"
    case .dataLost: "data lost: a durability promise or a content check was broken"
    case .notComparable: "the two sides can't be compared"
    case .usage: "the command line can't be understood, or asks for what can't be used"
    case .malformedInput: "an input file is malformed"
    case .unreadableInput: "an input file can't be read"
    case .unavailable: "a program that a figure needs is not available"
    case .internalError: "a defect of this program"
    case .diskFailed: "the disk failed"
    case .interrupted: "interrupted; a run keeps its results so far"
    }
  }
}
