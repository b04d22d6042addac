import InkModel
import InkReport
import Testing

@testable import InkCrash

/// Which states are gone through, and that their digests name what they hold.
@Suite struct EnumerationTests {
  @Test(
    "The digest of a state is the digest of the store that is made from it",
    arguments: CrashProfile.builtIn + [
      profile("posix-strict").tearing(at: 64), profile("posix-strict") { $0.splitsRename = true },
    ])
  func digests(_ profile: CrashProfile) throws {
    var checked = 0
    for seed in 1...UInt64(8) {
      let calls = seed.isMultiple(of: 3) ? 40 : 14
      let model = try RandomLogs.model(seed: seed, calls: calls, syncs: true)
      var images = CrashImages(model: model, profile: profile)
      var random = SplitMix64(seed: seed)
      let bounds = ExplorationBounds(
        exhaustiveMax: 6, windowMax: seed.isMultiple(of: 2) ? 7 : PendingSet.capacity, statesMax: 300)
      let exploration = CrashExploration(model: model, profile: profile, bounds: bounds, seed: seed)
      _ = exploration.run { state in
        guard random.chance(0.3) else { return true }
        checked += 1
        let image = images.image(of: state)
        #expect(image.digest == state.digest, "seed \(seed), \(state)")
        if checked % 50 == 0 { #expect(model.image(of: state, under: profile) == image) }
        return image.digest == state.digest
      }
    }
    #expect(checked > 40)
  }

  /// Whether one operation directly or indirectly requires an earlier one, said pair by pair.
  private static func requires(
    _ later: MicroOperation, _ earlier: MicroOperation, _ profile: CrashProfile
  ) -> Bool {
    if profile.totalOrder { return true }
    let isSameFile = later.inode == earlier.inode
    let areMetadata = (later.isName || later.isShrink) && (earlier.isName || earlier.isShrink)
    if profile.metadataChain, areMetadata { return true }
    switch (later.change, earlier.change) {
    case (.size(_, let old, let new), .write(_, let offset, let bytes, let fresh)):
      return profile.dataBeforeSize && new > old && later.entry == earlier.entry
        && offset + bytes.count > fresh
    case (.size, .size): return isSameFile
    case (.rename(_, _, _, let replaced), .write), (.rename(_, _, _, let replaced), .size):
      let waits =
        profile.renameFlushesData == .always
        || (profile.renameFlushesData == .overExisting && replaced != nil)
      return waits && isSameFile
    case (.write(_, let offset, _, _), .size(_, let old, let new)):
      return isSameFile && profile.writeDependsOnShrink && new < old && new <= offset - offset % 4_096
    case (.write(_, let offset, let bytes, _), .write(_, let other, let otherBytes, _)):
      let first = max(offset / 512, other / 512)
      let last = min((offset + bytes.count - 1) / 512, (other + otherBytes.count - 1) / 512)
      return isSameFile && profile.sectorOrder && first <= last
    default: return false
    }
  }

  @Test(
    "Exhaustive enumeration yields exactly the subsets that no rule forbids, out of all subsets",
    arguments: CrashProfile.builtIn)
  func bruteForce(_ profile: CrashProfile) throws {
    var tried = 0
    for seed in 1...UInt64(25) {
      let model = try RandomLogs.model(seed: seed, calls: 5, syncs: false)
      let isProcess = profile.crash == .process
      let operations = model.operations.filter { !(isProcess && $0.clearsTail) }
      guard operations.count <= 10 else { continue }
      tried += 1
      var allowed: Set<Int> = []
      for mask in 0..<1 << operations.count {
        let isClosed = operations.indices.allSatisfy { later in
          mask >> later & 1 == 0
            || (0..<later).allSatisfy { earlier in
              mask >> earlier & 1 != 0 || !Self.requires(operations[later], operations[earlier], profile)
            }
        }
        if isClosed { allowed.insert(mask) }
      }
      var visited: [Int] = []
      let exploration = CrashExploration(
        model: model, profile: profile, bounds: ExplorationBounds(), seed: seed)
      let counts = exploration.run { state in
        let mask = state.kept.members.reduce(0) { $0 | 1 << $1 }
        if visited.last != mask { visited.append(mask) }
        return true
      }
      #expect(Set(visited) == allowed, "seed \(seed)")
      #expect(visited.count == allowed.count, "each set once, seed \(seed)")
      #expect(counts.exhaustiveEpochs == counts.epochs && !counts.isCutByBudget)
    }
    #expect(tried > 8)
  }

  @Test("Bounded enumeration yields only sets that no rule forbids", arguments: CrashProfile.builtIn)
  func closed(_ profile: CrashProfile) throws {
    for seed in 1...UInt64(2) {
      let model = try RandomLogs.model(seed: seed, calls: 40, syncs: false)
      let bounds = ExplorationBounds(exhaustiveMax: 2, statesMax: 1_000)
      var sets: Set<PendingSet> = []
      let counts = CrashExploration(model: model, profile: profile, bounds: bounds, seed: seed).run {
        sets.insert($0.kept)
        return true
      }
      let plan = EpochPlan(model, profile)
      let window = plan.window(of: 0).map { model.operations[$0] }
      for set in sets {
        for later in set.members {
          for earlier in 0..<later where !set[earlier] {
            #expect(!Self.requires(window[later], window[earlier], profile), "seed \(seed), \(set)")
          }
        }
      }
      #expect(counts.generated <= 1_000)
      #expect(sets.contains(PendingSet(first: window.count)) && sets.contains(PendingSet()))
    }
  }

  @Test("The same seed visits the same states in the same order, and another seed others")
  func determinism() throws {
    let model = try RandomLogs.model(seed: 9, calls: 60, syncs: true)
    let bounds = ExplorationBounds(exhaustiveMax: 4, droppedMax: 1, keptMax: 1, statesMax: 600)
    let states = model.states(profile("posix-strict"), bounds: bounds, seed: 1)
    #expect(states == model.states(profile("posix-strict"), bounds: bounds, seed: 1))
    #expect(states != model.states(profile("posix-strict"), bounds: bounds, seed: 2))
  }

  @Test("Prefixes, one or two dropped and one or two kept come before chance")
  func structuredSets() throws {
    var log = LogBuilder(
      base: StoreImage(files: [.init(path: "a", bytes: [UInt8](repeating: 1, count: 99))]))
    for place in 0..<20 { log.write("a", [UInt8(place + 2)], at: place) }
    let profile = profile("os-crash") { $0.sectorOrder = false }
    var sets: [PendingSet] = []
    let exploration = CrashExploration(
      model: try log.model(), profile: profile, bounds: ExplorationBounds(statesMax: 1_000), seed: 1)
    let counts = exploration.run {
      sets.append($0.kept)
      return true
    }
    // 21 prefixes; of 20 one or two dropped, and kept, without those that are prefixes.
    let structured = 21 + (20 + 190 - 2) + (20 + 190 - 2)
    #expect(Set(sets.prefix(structured).map(\.count)).isSuperset(of: [0, 1, 2, 18, 19, 20]))
    #expect(sets.prefix(structured).filter { $0.count == 18 }.count == 190)
    #expect(sets.prefix(structured).filter { $0.count == 2 }.count == 190)
    #expect(Set(sets).count == sets.count && sets.count == 1_000)
    #expect(counts.sampledEpochs == 1 && counts.exhaustiveEpochs == 0 && counts.isCutByBudget)
  }

  @Test("Of more pending operations than the window holds, the older ones are kept, and the counts say so")
  func windows() throws {
    var log = LogBuilder(
      base: StoreImage(files: [.init(path: "a", bytes: [UInt8](repeating: 1, count: 9))]))
    for place in 0..<6 { log.write("a", [UInt8(place + 2)], at: place) }
    let profile = profile("os-crash") { $0.sectorOrder = false }
    let model = try log.model()
    var images = CrashImages(model: model, profile: profile)
    var outcomes: Set<[UInt8]> = []
    let exploration = CrashExploration(
      model: model, profile: profile, bounds: ExplorationBounds(windowMax: 2), seed: 1)
    let counts = exploration.run { state in
      outcomes.insert(images.image(of: state).bytes(of: "a") ?? [])
      return true
    }
    #expect(counts.windowedEpochs == 1)
    #expect(
      outcomes == [
        [2, 3, 4, 5, 6, 7, 1, 1, 1], [2, 3, 4, 5, 1, 7, 1, 1, 1], [2, 3, 4, 5, 6, 1, 1, 1, 1],
        [2, 3, 4, 5, 1, 1, 1, 1, 1],
      ])
  }

  @Test("The bound on states is kept and told, and a visitor can end the exploration")
  func bounds() throws {
    let model = try RandomLogs.model(seed: 3, calls: 30, syncs: true)
    var visited = 0
    let exploration = CrashExploration(
      model: model, profile: profile("posix-strict"), bounds: ExplorationBounds(statesMax: 500), seed: 1)
    let counts = exploration.run { _ in
      visited += 1
      return true
    }
    #expect(counts.generated == visited && visited <= 500 && counts.isCutByBudget && !counts.isStopped)
    visited = 0
    let stopped = exploration.run { _ in
      visited += 1
      return visited < 7
    }
    #expect(visited == 7 && stopped.generated == 7 && stopped.isStopped)
  }

  @Test("A state that is written as JSON reads back equal")
  func coding() throws {
    let model = try RandomLogs.model(seed: 4, calls: 30, syncs: true)
    let states = model.states(
      profile("posix-strict-damage"), bounds: ExplorationBounds(statesMax: 300)
    )
    for state in states {
      #expect(try CrashState.read(state.json()) == state)
      #expect(CrashState.Variant(state.variant.description) == state.variant)
    }
    #expect(Set(states.map { $0.variant.description.prefix(4) }).count == 4)
    for text in ["", "torn", "torn:0", "torn:x", "none:1", "fill:", "fill:red", "damagedBlock:-1", "x:1"] {
      #expect(CrashState.Variant(text) == nil)
    }
  }
}
