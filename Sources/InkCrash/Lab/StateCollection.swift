package import InkReplay
package import InkReport

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
  /// Nil for a content that is another shard's.
  private var indices: [StateDigest: Int?] = [:]
  private var known: [Set<Sighting>]
  private let shard: Shard?

  /// Takes all contents, or those that are dealt to a shard: in turn, in the order in which they are met.
  package init(profileCount: Int, shard: Shard? = nil) {
    self.shard = shard
    sightings = Array(repeating: [], count: profileCount)
    known = Array(repeating: [], count: profileCount)
  }

  /// Adds a state, which may be one of many of its content.
  package mutating func add(_ state: CrashState, profile: Int) {
    let known = indices[state.digest]
    if known == nil {
      let isOurs = shard.map { indices.count % $0.count == $0.number - 1 } ?? true
      indices[state.digest] = .some(isOurs ? states.count : nil)
      if isOurs { states.append((profile, state)) }
    }
    guard let index = known ?? indices[state.digest] ?? nil else { return }
    let sighting = Sighting(state: index, progress: state.progress)
    if self.known[profile].insert(sighting).inserted { sightings[profile].append(sighting) }
  }

  /// The content of a state, if it was met and is not another shard's.
  package func index(of digest: StateDigest) -> Int? { indices[digest] ?? nil }
}
