internal import InkModel
internal import InkStorage
internal import InkTap

/// What a full journal adds to opening a page.
///
/// Method. Page D is edited, four strokes written for one that is removed from anywhere on the page, a save
/// each, until one more save would compact the journal. Opening that page takes turns with opening page D
/// where it has no journal, both from warm caches; the figure is the difference of the medians.
enum ReplayFigures: FigureMeter {
  static let names = ["journal.replay"]

  private static let pairs = 60
  private static let warmUps = 5
  private static let editsPerRemove = 5

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let place = "\(bench.directory)/\(name)"
    let counted = try store(place + "/counted", bench)
    let most = try savesUntilCompaction(of: counted, in: place + "/counted")
    let full = try store(place + "/full", bench)
    var edits = Edits(of: full.firstPage)
    for _ in 0..<most { _ = try full.save(try edits.next()) }
    let plain = try store(place + "/plain", bench)
    var page = Page(id: full.firstPage.id)
    var replays: [Double] = []
    var openings: [Double] = []
    for index in 0..<warmUps + pairs {
      let bare = try open(plain, &page)
      let replay = try open(full, &page)
      guard index >= warmUps else { continue }
      openings.append(Double(bare) / 1e6)
      replays.append(Double(replay) / 1e6)
    }
    guard page.hasSameContent(as: edits.page) else {
      throw CommandFailure(.internalError, "the replayed page is not the one that was saved")
    }
    let difference = Measurement.median(of: replays).value - Measurement.median(of: openings).value
    var measurement = Measurement.of(difference, spreadOf: replays)
    let whole = (Measurement.median(of: replays).value * 10).rounded() / 10
    measurement.remark = "\(most) saves replayed; the whole opening takes \(whole) ms"
    return measurement
  }

  private static func store(_ directory: String, _ bench: Bench) throws(CommandFailure) -> BenchStore {
    try BenchStore(
      bench.backend("journal"), codec: bench.codec("packed"), durability: .processCrash,
      pages: [BenchPages.pageD()], in: directory)
  }

  /// How many saves a journal takes before one writes a snapshot.
  private static func savesUntilCompaction(
    of store: BenchStore, in directory: String
  ) throws(CommandFailure) -> Int {
    Tap.watch(directory: directory, roles: type(of: store.backend).traits.fileRoles)
    let snapshotBytes = UInt64(store.firstPage.pointCount * SamplePoint.byteCount)
    var edits = Edits(of: store.firstPage)
    var saves = 0
    while Tap.storeCounters().writtenBytes < snapshotBytes {
      _ = try store.save(try edits.next())
      saves += 1
    }
    return saves - 1
  }

  private static func open(_ store: BenchStore, _ page: inout Page) throws(CommandFailure) -> UInt64 {
    do throws(StorageError) {
      let start = Clock.nanoseconds()
      try store.backend.openPage(page.id, into: &page)
      return Clock.nanoseconds() - start
    } catch {
      throw CommandFailure(.diskFailed, "a benchmark's page can't be opened: \(error)")
    }
  }

  /// Saves of one edit each, the same every time.
  private struct Edits {
    private(set) var page: Page
    private let source: Page
    private var random = SplitMix64(seed: 1)
    private var count = 0

    init(of page: Page) {
      self.page = page
      source = page
    }

    mutating func next() throws(CommandFailure) -> ChangeSet {
      count += 1
      var edit = Edit.remove(page.elements[random.below(page.elements.count)].id)
      if !count.isMultiple(of: editsPerRemove),
        case .stroke(var stroke) = source.elements[count % source.elements.count]
      {
        stroke.id = ElementID(rawValue: UInt64(1_000_000 + count))
        edit = .put(.stroke(stroke), index: page.elements.count)
      }
      do throws(EditError) { try page.apply(edit, from: source.arena) } catch {
        throw CommandFailure(.internalError, "\(error)")
      }
      return ChangeSet(
        reason: .autosave, timeMilliseconds: 1_000,
        pages: [PageChange(page: page, edits: [edit], arena: source.arena)])
    }
  }
}
