package import InkReport
internal import InkTap

/// What a report has to say on top of the machine that it was made on.
package enum Machine {
  /// The facts of the machine and the disk under a path, as a report lists them.
  package static func facts(storeDirectory: String) -> [EnvironmentFact] {
    Fingerprint(of: storeDirectory).environment + ClockFacts.measure().environment
  }

  /// Sentences that belong on top of a report made here.
  package static func warnings(storeDirectory: String) -> [String] {
    var warnings: [String] = []
    if let caution = FileSystem(of: FileSystem.existingParent(of: storeDirectory)).caution {
      warnings.append(caution)
    }
    if Build.mode == "debug" {
      warnings.append("this is a debug build: times are many times those of a release build (-c release)")
    }
    return warnings
  }
}
