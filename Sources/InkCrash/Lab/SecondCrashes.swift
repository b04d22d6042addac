internal import InkReplay
internal import InkReport

/// Which states are crashed again while their store recovers, and what came of it.
///
/// Recovery that writes can be interrupted like any other work, and what it was owed it still owes: a second
/// crash is judged by the progress at which the first one fell. Of each profile some states that recovery
/// wrote to are taken, evenly over all that there are.
struct SecondCrashes {
  /// The states, with the profile that makes them.
  let states: [(profile: Int, state: CrashState)]
  /// The profile that each was met under, and is crashed again under.
  let profiles: [Int]
  private let sightings: [StateCollection.Sighting]

  /// Chooses at most so many states of each profile.
  init(of verdicts: CaseVerdicts, perProfile: Int) {
    var states: [(profile: Int, state: CrashState)] = []
    var profiles: [Int] = []
    var sightings: [StateCollection.Sighting] = []
    for profile in verdicts.collection.sightings.indices {
      let candidates = verdicts.collection.sightings[profile].filter { sighting in
        verdicts.isRecovered(sighting.state)
      }
      for index in 0..<min(perProfile, candidates.count) {
        let sighting = candidates[index * candidates.count / min(perProfile, candidates.count)]
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
  ) -> (state: CrashState, verdict: Verdict)? {
    var first: (state: CrashState, verdict: Verdict)?
    for (index, entry) in states.enumerated() where profiles[index] == profile {
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
