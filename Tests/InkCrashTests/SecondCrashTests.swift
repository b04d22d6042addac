import FoundationEssentials
import InkCrash
import InkModel
import InkReplay
import InkReport
import InkStorage
import InkStoreFixtures
import InkTestFixtures
import Testing

/// A store that is crashed again after a crash: while it is opened, saved to once, and closed.
///
/// The tap belongs to its process, so that each test has one of its own.
@Suite("Second crashes") struct SecondCrashTests {
  /// The outcomes that break the promise, of all ways in which a second crash can fall.
  private static func broken(
    _ lab: CheckedLab, _ image: StoreImage, under name: String, after steps: Int? = nil
  ) throws -> Set<Outcome> {
    var checker = try lab.checker()
    checker.watch()
    let profile = profile(name)
    let progress = steps.map { ReplayProgress(acknowledgedStep: $0, begunStep: $0) }
    let verdicts = try checker.observeSecondCrashes(in: image, under: profile).map {
      lab.verdict($0, progress)
    }
    #expect(!verdicts.isEmpty)
    return Set(
      verdicts.filter { $0.isBroken(Promise(.powerDurable, under: profile.crash)) }.map(\.outcome))
  }

  @Test(
    "The first save after a crash must not put older saves at risk, and is kept once it has returned",
    arguments: ["process-crash", "posix-strict"])
  func firstSave(profile: String) async {
    await #expect(processExitsWith: .success) { [profile] in
      let image = try CheckedLab("snapshot").image()
      let sound = try CheckedLab(StoreWrapper.self)
      #expect(try Self.broken(sound, image, under: profile) == [])
      #expect(
        try Self.broken(CheckedLab(UnlinkingStore.self), image, under: profile).contains(.corrupt))
      #expect(
        try Self.broken(CheckedLab(DroppingStore.self), image, under: profile) == [.lostAcknowledged])
    }
  }

  @Test("What the close after a crash removes and rewrites is crashed too")
  func close() async {
    await #expect(processExitsWith: .success) {
      let image = try CheckedLab("snapshot").image()
      let broken = try Self.broken(CheckedLab(RewritingAtCloseStore.self), image, under: "process-crash")
      #expect(broken == [.unopenable])
    }
  }

  @Test(
    "Built-in stores give up a torn tail with their next save, and lose nothing where that is crashed",
    arguments: ["journal", "sqlite"])
  func tornTail(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      let lab = try CheckedLab(backend)
      // The page is still open, so that its last save is the log's last one.
      let step = lab.saveStep(2)
      let image = try lab.image(steps: step)
      let log = try #require(
        image.files.map(\.path).first { $0.hasSuffix(".journal") || $0.hasSuffix("-wal") })
      let bytes = try #require(image.bytes(of: log))
      let torn = image.replacing(log, by: Array(bytes.dropLast(5)))
      for profile in ["process-crash", "posix-strict", "ext4-ordered"] {
        #expect(try Self.broken(lab, torn, under: profile, after: lab.saveStep(1)) == [], "\(profile)")
      }
    }
  }
}

/// Makes room for a page before it writes it.
private final class UnlinkingStore: StoreWrapper {
  override func save(_ changes: ChangeSet) throws(StorageError) {
    try? FileManager.default.removeItem(atPath: environment.directory + "/" + StorePath.page(1))
    try super.save(changes)
  }
}

/// Takes its first save for done.
private final class DroppingStore: StoreWrapper {
  private var hasSaved = false

  override func save(_ changes: ChangeSet) throws(StorageError) {
    if hasSaved { try super.save(changes) }
    hasSaved = true
  }
}

/// Writes the list of pages anew in its place when the document is closed.
private final class RewritingAtCloseStore: StoreWrapper {
  override func closeDocument() throws(StorageError) {
    try super.closeDocument()
    let path = environment.directory + "/" + StorePath.path("document.json")
    do {
      let bytes = try Data(contentsOf: URL(filePath: path))
      try bytes.write(to: URL(filePath: path))
    } catch {
      throw .misuse("\(error)")
    }
  }
}
