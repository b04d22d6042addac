package import InkReplay

/// The distinct states of a case, and under which profile and at which progress each of them was met.
///
/// Many ways of losing operations leave the same files. Files are what recovery sees, so each content is
/// checked once, whatever led to it.
package struct StateCollection: Sendable {
  /// A content, at a progress at which the crash can fall.
  package struct Sighting: Hashable, Sendable {
    package var state: Int
    package var progress: ReplayProgress
  }

  /// The first state of each content, with the index of the profile that it was met under.
  package private(set) var states: [(profile: Int, state: CrashState)] = []
  /// Per profile, in the order in which they were met.
  package private(set) var sightings: [[Sighting]]
  private var indices: [StateDigest: Int] = [:]
  private var known: [Set<Sighting>]

  package init(profileCount: Int) {
    sightings = Array(repeating: [], count: profileCount)
    known = Array(repeating: [], count: profileCount)
  }

  /// Adds a state, which may be one of many of its content.
  package mutating func add(_ state: CrashState, profile: Int) {
    let index = indices[state.digest] ?? states.count
    if index == states.count {
      indices[state.digest] = index
      states.append((profile, state))
    }
    let sighting = Sighting(state: index, progress: state.progress)
    if known[profile].insert(sighting).inserted { sightings[profile].append(sighting) }
  }

  /// The content of a state, if it was met.
  package func index(of digest: StateDigest) -> Int? { indices[digest] }
}
