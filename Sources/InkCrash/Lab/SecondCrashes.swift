internal import InkReplay
internal import InkReport

/// Which states are crashed again while their store recovers, and what came of it.
///
/// Recovery that writes can be interrupted like any other work, and what it was owed it still owes: a second
/// crash is judged by the progress at which the first one fell. Of each profile some states that recovery
/// wrote to are taken, evenly over all that there are.
struct SecondCrashes {
  /// The states, with the profile that they were met and are crashed again under.
  let states: [(profile: Int, state: CrashState)]
  private let sightings: [StateCollection.Sighting]

  /// Chooses at most so many states of each profile.
  init(of verdicts: CaseVerdicts, perProfile: Int) {
    var states: [(profile: Int, state: CrashState)] = []
    var sightings: [StateCollection.Sighting] = []
    for profile in verdicts.collection.sightings.indices {
      let candidates = verdicts.collection.sightings[profile].filter { sighting in
        // Only its first profile can make a state again.
        verdicts.collection.states[sighting.state].profile == profile && verdicts.isRecovered(sighting.state)
      }
      for index in 0..<min(perProfile, candidates.count) {
        let sighting = candidates[index * candidates.count / min(perProfile, candidates.count)]
        sightings.append(sighting)
        states.append((profile, verdicts.collection.states[sighting.state].state))
      }
    }
    self.states = states
    self.sightings = sightings
  }

  /// Adds what came of a profile's states to its row, and gives the first that broke the promise.
  func add(
    _ observed: StateChecks.Observed, of profile: Int, to row: inout CrashProfileRow, _ verdicts: CaseVerdicts
  ) -> (state: CrashState, verdict: Verdict)? {
    var first: (state: CrashState, verdict: Verdict)?
    for (index, entry) in states.enumerated() where entry.profile == profile {
      for observation in observed.results[index] ?? [] {
        let verdict = verdicts.judge(observed.observations[observation], at: sightings[index].progress)
        row.secondCrashStates += 1
        guard verdict.isBroken(row.promise) else { continue }
        row.secondCrashBroken += 1
        if first == nil { first = (entry.state, verdict) }
      }
    }
    return first
  }
}
