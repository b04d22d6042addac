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
  /// Whether the store is crashed again while it is used after a crash.
  package var crashesTwice = false
  /// What has to be found of the wrong store: by profile, all outcomes that break its promise; none for a
  /// pass.
  package var expected: [String: Set<Outcome>]
  /// What a sentence about it has to say, under each profile that finds it.
  package var evidence: String

  init(
    _ name: String, _ wrong: any StorageBackend.Type, sound: [any StorageBackend.Type], _ session: Session,
    evidence: String = "", expected: Expectation
  ) {
    self.name = name
    self.wrong = wrong
    self.sound = sound
    self.session = session
    self.evidence = evidence
    self.expected = expected.table
  }

  /// Whether any profile has to find something.
  package var findsSomething: Bool { expected.values.contains { !$0.isEmpty } }
}
