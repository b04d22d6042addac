internal import InkReplay
internal import InkReport

/// Which states are crashed again while their store is used after them, and what came of it.
///
/// What a store does after a crash can be interrupted like any other work, and what it was owed it still
/// owes: a second crash is judged by the progress at which the first one fell. Of each profile some states
/// are taken, half of them states that opening wrote to, as far as there are any: the others are written to
/// by the first save and the close. Either half is spread evenly over all that there are.
struct SecondCrashes {
  /// The states, with the profile that makes them.
  let states: [(profile: Int, state: CrashState)]
  /// The profile that each was met under, and is crashed again under.
  let profiles: [Int]
  private let sightings: [StateCollection.Sighting]

  /// A state after which a second crash breaks the promise.
  struct Broken {
    /// What the first crash left, with how far the replay had come then.
    var state: CrashState
    /// Which of the contents that second crashes leave it is.
    var number: Int
    var observation: Observation
    var verdict: Verdict
  }

  /// What the user would see, told of a second crash.
  static func seen(_ text: String) -> String {
    "After a second crash, while it was opened, saved to and closed: " + text
  }

  static let missingBarrier =
    "What the store does after a crash does not survive another: opening it, its first save or its close."

  /// Chooses at most so many states of each profile.
  init(of verdicts: CaseVerdicts, perProfile: Int) {
    var states: [(profile: Int, state: CrashState)] = []
    var profiles: [Int] = []
    var sightings: [StateCollection.Sighting] = []
    for profile in verdicts.collection.sightings.indices {
      let all = verdicts.collection.sightings[profile]
      let recovered = all.filter { verdicts.isRecovered($0.state) }
      let others = all.filter { !verdicts.isRecovered($0.state) }
      let ofOthers = min(others.count, max(perProfile / 2, perProfile - recovered.count))
      for sighting in recovered.spread(perProfile - ofOthers) + others.spread(ofOthers) {
        sightings.append(sighting)
        profiles.append(profile)
        states.append(verdicts.collection.states[sighting.state])
      }
    }
    self.states = states
    self.profiles = profiles
    self.sightings = sightings
  }

  /// Adds what came of a profile's states to its row, and gives the first that broke the promise.
  func add(
    _ observed: StateChecks.Observed, of profile: Int, to row: inout CrashProfileRow, _ verdicts: CaseVerdicts
  ) -> Broken? {
    var first: Broken?
    for (index, entry) in states.enumerated() where profiles[index] == profile {
      for (number, observation) in (observed.results[index] ?? []).enumerated() {
        let observation = observed.observations[observation]
        let verdict = verdicts.judge(observation, at: sightings[index].progress)
        row.secondCrashStates += 1
        guard verdict.isBroken(row.promise) else { continue }
        row.secondCrashBroken += 1
        guard first == nil else { continue }
        var state = entry.state
        state.progress = sightings[index].progress
        first = Broken(state: state, number: number, observation: observation, verdict: verdict)
      }
    }
    return first
  }
}

extension Array {
  /// At most so many of the elements, evenly spread.
  fileprivate func spread(_ most: Int) -> [Element] {
    let taken = Swift.min(most, count)
    return (0..<taken).map { self[$0 * count / taken] }
  }
}
