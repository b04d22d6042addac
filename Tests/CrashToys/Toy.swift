package import InkReport
package import InkModel
package import InkStorage
package import InkTap

/// A bug that stores are known for, as a small store that has it.
package struct Toy: Sendable {
  /// The place among the seventeen, from 1.
  package var number: Int
  package var name: String
  /// What goes wrong, in a sentence.
  package var bug: String
  package var trials: [ToyTrial]
}

/// One way in which a toy's bug shows, or does not.
package struct ToyTrial: Sendable {
  /// What tells it from the toy's other trials, in a few words.
  package var name: String
  package var wrong: any StorageBackend.Type
  /// Stores without the bug, the toy's twin first.
  package var sound: [any StorageBackend.Type]
  package var session: Session
  /// What goes wrong on the disk while the session runs; nil for nothing.
  package var fault: FaultPlan?
  /// At which multiples of a file's bytes a write can be torn, if not where the profile says.
  package var tornUnitBytes: Int?
  /// Whether a write that was under way takes the 4 KiB around it along.
  package var damagesWholeBlock = false
  /// Whether recovery is crashed too.
  package var crashesTwice = false
  /// What has to be found of the wrong store: by profile, all outcomes that break its promise; none for a pass.
  package var expected: [String: Set<Outcome>]

  package init(
    _ name: String, _ wrong: any StorageBackend.Type, sound: [any StorageBackend.Type], _ session: Session,
    expected: [String: Set<Outcome>]
  ) {
    self.name = name
    self.wrong = wrong
    self.sound = sound
    self.session = session
    self.expected = expected
  }

  /// Whether any profile has to find something.
  package var findsSomething: Bool { expected.values.contains { !$0.isEmpty } }
}

/// Which profiles find what; those that are named nowhere are not judged.
struct Expectation {
  static let process = ["process-crash"]
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
