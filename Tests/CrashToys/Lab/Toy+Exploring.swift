internal import InkCrash
internal import InkReport
internal import InkRun
internal import InkStorage
internal import InkTap

/// What the lab makes of one store of a trial.
package struct ToyOutcome: Codable, Sendable {
  /// The store, as its type is called.
  package var store: String
  /// By profile.
  package var findings: [String: ToyFindings]
  /// What the replay ended with, if not with its last step.
  package var failure: String?
  /// How often the disk failed.
  package var faultCount: Int

  /// What breaks the store's promise, a sentence for each profile and outcome.
  package var alarms: [String] {
    findings.flatMap { profile, found in
      found.broken.map { "\(store) under \(profile) is \($0.rawValue): \($1.min() ?? "")" }
    }.sorted()
  }
}

/// The lab at work on toys, in the process that calls it, whose tap must watch nothing else meanwhile.
///
/// A directory that exists is needed for the stores, and is empty again afterwards; one in memory is fastest.
extension Toy {
  /// Explores the wrong store of each trial, under the profiles that are expected to say something.
  package func exploreWrong(in directory: String) throws -> [ToyOutcome] {
    try trials.map { trial in
      try trial.explore(
        trial.wrong, under: Self.judgedProfiles.filter { trial.expected[$0.name] != nil }, in: directory)
    }
  }

  /// Explores the stores without the bug, trial by trial and the twin first, under all profiles.
  package func exploreSound(in directory: String) throws -> [[ToyOutcome]] {
    try trials.map { trial in
      try trial.sound.map { try trial.explore($0, under: Self.judgedProfiles, in: directory) }
    }
  }

  /// Whether everything was found that should be of the wrong stores, and nothing else.
  package func isFound(in wrong: [ToyOutcome]) -> Bool {
    trials.contains(where: \.findsSomething) && wrong.count == trials.count
      && zip(trials, wrong).allSatisfy { trial, outcome in
        trial.expected.allSatisfy { profile, expected in
          outcome.findings[profile]?.fit(expected, evidence: trial.evidence) ?? false
        }
      }
  }

  /// Under which profiles claims are held against a store.
  ///
  /// A disk that spoils more than what is written is the matter of one bug alone.
  private static let judgedProfiles = CrashProfile.builtIn.filter { $0.holdsClaims && !$0.damagesWholeBlock }
}

extension ToyTrial {
  fileprivate func explore(
    _ backend: any StorageBackend.Type, under profiles: [CrashProfile], in directory: String
  ) throws -> ToyOutcome {
    let place = directory + "/toy"
    try StoreCopy.makeDirectory(place)
    defer { StoreCopy.remove(place) }
    let life = try ToyRecorder(trial: self, backend: backend, place: place).record()
    var lab = try ToyLab(self, backend, in: place)
    return ToyOutcome(
      store: "\(backend)", findings: try lab.explore(life.model, under: profiles), failure: life.failure,
      faultCount: life.faultCount)
  }
}
