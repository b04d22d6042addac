internal import InkReport

/// Which profiles find what of a wrong store; it is not judged under those that are named nowhere.
struct Expectation {
  /// Nothing is believed that no standard says.
  static let strict = ["posix-strict", "os-crash"]
  static let ext4 = ["ext4-ordered", "ext4-noauto_da_alloc"]
  static let calibrated = ext4 + ["xfs", "btrfs"]
  /// Everything that a disk without power may forget, on Linux.
  static let linux = strict + calibrated + ["ext4-writeback", "data-journal"]

  private(set) var table: [String: Set<Outcome>] = [:]

  /// What is found, and under which profiles.
  static func finds(_ outcomes: Set<Outcome>, under profiles: [String]) -> Expectation {
    Expectation().finds(outcomes, under: profiles)
  }

  static func passes(under profiles: [String]) -> Expectation { Expectation().finds([], under: profiles) }

  func finds(_ outcomes: Set<Outcome>, under profiles: [String]) -> Expectation {
    var next = self
    for profile in profiles {
      precondition(next.table[profile] == nil, "\(profile) is named twice")
      next.table[profile] = outcomes
    }
    return next
  }

  func passes(under profiles: [String]) -> Expectation { finds([], under: profiles) }
}
