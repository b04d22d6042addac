import InkModel
import InkReport
import InkStorage
import InkTestFixtures
import Testing

@testable import InkCrash

/// Each way of taking a fault wrongly is found, and a store that does the same rightly raises no alarm.
///
/// The tap belongs to its process, so that each test has one of its own.
@Suite("Toys under faults") struct FaultToyTests {
  /// The first life that broke the promise; nil if none did.
  private static func broken(
    _ store: any StorageBackend.Type, _ fault: FaultMoment, lives: Int = 1_000
  ) throws -> LifeVerdict? {
    let lives = try FaultBench(store).lives(fault, lives)
    #expect(lives.contains { $0.faultsMet > 0 }, "\(fault.text) never struck")
    #expect(lives.allSatisfy { $0.failure == nil }, "\(lives.compactMap(\.failure).first ?? "")")
    return lives.first(where: \.isBroken)
  }

  private static func isSound(
    _ store: any StorageBackend.Type, _ fault: FaultMoment, lives: Int = 1_000
  ) throws {
    let broken = try broken(store, fault, lives: lives)
    #expect(broken == nil, "\(broken?.seen ?? "")")
  }

  @Test("A full disk that a save swallows is a silent error")
  func swallowed() async {
    await #expect(processExitsWith: .success) {
      let found = try #require(try Self.broken(SwallowingStore.self, FaultMoment(.noSpace, .lasting)))
      #expect(found.outcome == .silentError)
      #expect(found.seen?.contains("returned") == true)
      try Self.isSound(ToyStore.self, FaultMoment(.noSpace, .lasting))
      try Self.isSound(ToyStore.self, FaultMoment(.noSpace, .once))
    }
  }

  @Test("A sync that is made again after it failed loses the bytes that it was for")
  func resynced() async {
    await #expect(processExitsWith: .success) {
      let found = try #require(try Self.broken(ResyncingStore.self, FaultMoment(.failedSync, .once)))
      #expect(found.outcome == .silentError)
      // The page that the power cut leaves, and not the one that the process had seen until then.
      #expect(found.shape.features.contains(StoreShape.Feature(.page, .damaged)), "\(found.shape)")
      try Self.isSound(ToyStore.self, FaultMoment(.failedSync, .once))
      try Self.isSound(ToyStore.self, FaultMoment(.failedSync, .lasting))
    }
  }

  @Test(
    "Names that a failed sync has lost are missed: taken for kept, synced again, or left so by the next save",
    arguments: ["NamelessStore", "RenamelessStore", "ResumingStore"])
  func unnamed(store: String) async {
    await #expect(processExitsWith: .success) { [store] in
      let stores: [String: any StorageBackend.Type] = [
        "NamelessStore": NamelessStore.self, "RenamelessStore": RenamelessStore.self,
        "ResumingStore": ResumingStore.self,
      ]
      let wrong = try #require(stores[store])
      let found = try #require(try Self.broken(wrong, FaultMoment(.failedSync, .once)))
      #expect(found.outcome == (store == "ResumingStore" ? .lostAcknowledged : .silentError))
      #expect(found.seen?.contains("the renaming of") == true, "\(found.seen ?? "")")
    }
  }

  @Test("A file that could not be made on a full disk, and is taken for kept, is found")
  func unmade() async {
    await #expect(processExitsWith: .success) {
      for fault in [FaultMoment(.noSpace, .once), FaultMoment(.noSpace, .lasting)] {
        let found = try #require(try Self.broken(OptimisticStore.self, fault))
        #expect(found.outcome == .silentError)
      }
    }
  }

  @Test(
    "A page that can't be opened, whatever the reason, must not become an empty one",
    arguments: [InjectedFault.denied, .tooManyFiles, .interrupted, .readOnly])
  func unopened(fault: InjectedFault) async {
    await #expect(processExitsWith: .success) { [fault] in
      let store: any StorageBackend.Type = fault == .readOnly ? GreedyStore.self : BlankingStore.self
      let found = try #require(try Self.broken(store, FaultMoment(fault, fault.spans[0])))
      #expect(found.outcome == .silentError)
      #expect(found.seen?.contains("shows 0 elements") == true)
      for span in fault.spans { try Self.isSound(ToyStore.self, FaultMoment(fault, span), lives: 40) }
    }
  }

  @Test("A page that the background's deadline cuts in the middle of a write is found")
  func cut() async {
    await #expect(processExitsWith: .success) {
      let cut = FaultMoment(.cutDeadline, .once)
      let found = try #require(try Self.broken(OverwritingStore.self, cut))
      #expect(found.outcome == .corrupt)
      try Self.isSound(RekeyingStore.self, cut)
      // Between two calls there is nothing to be seen of it.
      try Self.isSound(OverwritingStore.self, FaultMoment(.deadline, .once))
    }
  }

  @Test("A page that can't be read and is taken for an empty one is found where it is opened")
  func blanked() async {
    await #expect(processExitsWith: .success) {
      let found = try #require(try Self.broken(BlankingStore.self, FaultMoment(.evicted, .lasting)))
      #expect(found.outcome == .silentError)
      #expect(found.seen?.contains("shows 0 elements") == true)
      try Self.isSound(ToyStore.self, FaultMoment(.evicted, .lasting))
    }
  }

  @Test("A short write that nobody looks at is found")
  func shortened() async {
    await #expect(processExitsWith: .success) {
      let found = try #require(try Self.broken(CarelessStore.self, FaultMoment(.shortWrite, .once)))
      #expect(found.outcome == .silentError)
      try Self.isSound(ToyStore.self, FaultMoment(.shortWrite, .once))
      try Self.isSound(ToyStore.self, FaultMoment(.shortWrite, .lasting))
    }
  }

  @Test("A rename that fails after the old file is gone is found, although the next save mends it")
  func cleared() async {
    await #expect(processExitsWith: .success) {
      let found = try #require(try Self.broken(ClearingStore.self, FaultMoment(.failedRename, .once)))
      #expect(found.seen?.contains("had the process ended") == true)
      #expect(!found.shape.isWhole)
      try Self.isSound(ToyStore.self, FaultMoment(.failedRename, .once))
      try Self.isSound(ToyStore.self, FaultMoment(.failedRename, .lasting))
    }
  }

  @Test(
    "Damage at rest that a store takes for right is found", arguments: [InjectedFault.bitFlip, .truncated])
  func trusted(fault: InjectedFault) async {
    await #expect(processExitsWith: .success) { [fault] in
      let found = try #require(try Self.broken(TrustingStore.self, FaultMoment(fault, .once), lives: 150))
      #expect(found.seen?.contains("takes it for right") == true)
      try Self.isSound(ToyStore.self, FaultMoment(fault, .once), lives: 150)
    }
  }

  @Test("Work in the background that can't be cut short is found")
  func tidied() async {
    await #expect(processExitsWith: .success) {
      _ = try #require(try Self.broken(TidyingStore.self, FaultMoment(.deadline, .once)))
      try Self.isSound(BackgroundStore.self, FaultMoment(.deadline, .once))
    }
  }

  @Test("Failing reads, writes and opens find nothing wrong with a store that says what failed")
  func sound() async {
    await #expect(processExitsWith: .success) {
      for fault: InjectedFault in [.ioError, .protected, .overQuota] {
        for span in FaultSpan.allCases {
          try Self.isSound(ToyStore.self, FaultMoment(fault, span), lives: 40)
        }
      }
    }
  }
}
