import InkModel
import InkStoreFixtures
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Contract: each check can fail") struct FaultyStoreTests {
  /// A store that breaks one promise, and the check that must notice.
  struct Fault: Sendable, CustomTestStringConvertible {
    var store: FaultyStore.Type
    var check: String
    var testDescription: String { "\(store)" }

    init(_ store: FaultyStore.Type, _ check: String) { (self.store, self.check) = (store, check) }
  }

  static let faults = [
    Fault(BackwardStore.self, "a new document is empty and in order"),
    Fault(EmptyImportStore.self, "loaded pages come back"),
    Fault(PlainStore.self, "edits of every kind come back"),
    Fault(UndoOnTopStore.self, "an undone removal comes back in its place"),
    Fault(PiecesOnTopStore.self, "the drawing order survives changes in the middle"),
    Fault(UnemptiedStore.self, "a page is read into whatever memory it is given"),
    Fault(FirstPageStore.self, "a save keeps several pages"),
    Fault(HalfPageStore.self, "a save that fails shows every page whole"),
    Fault(SilentStore.self, "a save that fails shows every page whole"),
    Fault(SulkingStore.self, "a save that failed can be made again"),
    Fault(StuckPagesStore.self, "pages are added, moved and deleted"),
    Fault(ShortImageStore.self, "assets are kept as long as they are needed"),
    Fault(FirstImageStore.self, "an asset that is kept twice is there once"),
    Fault(TidyingStore.self, "pauses and the background lose nothing"),
    Fault(LateStore.self, "the end of the process loses no acknowledged save"),
    Fault(TwiceRecoveringStore.self, "opening again changes nothing"),
    Fault(OneMindStore.self, "documents are kept apart"),
    Fault(BareShelfStore.self, "the library lists its documents"),
    Fault(EmptyHandedStore.self, "an export makes a file and overwrites none"),
    Fault(QuietExportStore.self, "an export that can't be made says so"),
    Fault(InventingStore.self, "what is missing is said to be missing"),
    Fault(ClampingStore.self, "what does not fit the store is refused"),
    Fault(OverwritingStore.self, "what does not fit the store is refused"),
    Fault(EvasiveStore.self, "a store has one owner"),
  ]

  @Test("A store that breaks a promise fails the check of that promise", arguments: faults)
  func fault(_ fault: Fault) throws {
    let directory = try TemporaryDirectory.inMemory()
    let violations = contractViolations(of: fault.store, in: directory.path)
    #expect(violations.contains { $0.hasPrefix("\(fault.check): ") }, "\(violations)")
  }

  @Test("The sound store beneath them breaks none")
  func sound() throws {
    let directory = try TemporaryDirectory.inMemory()
    #expect(contractViolations(of: FaultyStore.self, in: directory.path) == [])
  }

  @Test("There is a broken store for every check")
  func complete() {
    #expect(Set(contractChecks.map(\.name)) == Set(Self.faults.map(\.check)))
  }
}
