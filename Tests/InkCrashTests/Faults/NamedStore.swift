import Glibc
import InkModel
import InkStorage
import InkTap
import InkTestFixtures
import Testing

@testable import InkCrash

/// A store whose file calls are written down, through processes that end without a word and calls that fail.
///
/// A process of class `power-consistent` stands for one that was killed before it synced a name: it gives the
/// same names, and leaves their syncs out.
final class NamedStore {
  let type: any StorageBackend.Type
  let directory: TemporaryDirectory
  private(set) var backend: any StorageBackend
  private var base: StoreImage
  private var pages: [PageID: Page] = [:]
  private var info = Fixtures.document(pages: 2)
  private var assets: [AssetID: [UInt8]] = [:]
  private var nextElement: UInt64 = 100

  /// Begins with a document of two pages that is on disk, or with an empty store.
  init(_ name: String, isMade: Bool = true) throws {
    type = try #require(BuiltInBackends.named(name))
    directory = try TemporaryDirectory.inMemory()
    if isMade {
      let first = try Self.start(type, directory.path, .powerDurable)
      try first.createDocument(info)
      try first.closeDocument()
    }
    base = try StoreImage(directory: directory.path)
    Tap.watch(directory: directory.path, roles: type.traits.fileRoles)
    try Tap.record(capacityBytes: 8 << 20)
    backend = try Self.start(BuiltInBackends.all[0], directory.path, .processCrash)
    for page in info.pages { pages[page.id] = Page(id: page.id) }
  }

  private static func start(
    _ type: any StorageBackend.Type, _ path: String, _ durability: Durability
  ) throws -> any StorageBackend {
    let codec = try #require(BuiltInCodecs.named("packed"))
    return try type.init(StoreEnvironment(directory: path, durability: durability, codec: codec, seed: 7))
  }

  /// Ends the process and starts another.
  func restart(_ durability: Durability = .powerDurable) throws {
    backend = try Self.start(BuiltInBackends.all[0], directory.path, .processCrash)
    backend = try Self.start(type, directory.path, durability)
  }

  /// Has calls of some kinds fail, counted from 1, while an app does something; false if none failed.
  func fail(
    _ number: Int, through last: Int? = nil, of kinds: Set<CallKind> = [.sync], _ body: () throws -> Void
  ) throws -> Bool {
    Tap.inject(
      FaultPlan(.error(EIO), from: UInt64(number), through: UInt64(last ?? number), of: kinds))
    defer { Tap.endInjection() }
    try body()
    return Tap.injection.faultCount > 0
  }

  /// Makes a call again until the fault has passed; `meanwhile` is what the app does before.
  func retrying(meanwhile: () throws -> Void = {}, _ call: () throws -> Void) throws {
    for _ in 0..<3 {
      do { return try call() } catch  where Tap.injection.faultCount > 0 { try meanwhile() }
    }
    try call()
  }

  // MARK: What an app does

  func create() throws { try backend.createDocument(info) }
  func open() throws { _ = try backend.openDocument(info.id) }

  func openPage(_ id: UInt64) throws {
    var page = Page(id: PageID(rawValue: id))
    try backend.openPage(page.id, into: &page)
  }

  func addPage(_ id: UInt64) throws {
    let page = PageInfo(id: PageID(rawValue: id))
    try backend.addPage(page, at: 0)
    info.pages.insert(page, at: 0)
    pages[page.id] = Page(id: page.id)
  }

  func movePageToEnd(_ id: UInt64) throws {
    let page = PageID(rawValue: id)
    try backend.movePage(page, to: info.pages.count - 1)
    let place = try #require(info.pages.firstIndex { $0.id == page })
    info.pages.append(info.pages.remove(at: place))
  }

  func load(_ id: UInt64, asset: UInt64? = nil) throws {
    let (page, _) = try changed(id, asset: asset)
    try backend.loadPage(page)
    pages[page.id] = page
  }

  func insertAsset(_ id: UInt64, byteCount: Int = 150_000) throws {
    let bytes = [UInt8](repeating: UInt8(id), count: byteCount)
    // Unsafe to the compiler only: the bytes of integers have no padding.
    try unsafe backend.insertAsset(AssetID(rawValue: id), bytes: bytes.span.bytes)
    assets[AssetID(rawValue: id)] = bytes
  }

  /// Draws a stroke, or puts an image on a page, and saves it.
  func save(_ id: UInt64, asset: UInt64? = nil, removing: UInt64? = nil) throws {
    let (page, change) = try changed(id, asset: asset, removing: removing)
    try backend.save(ChangeSet(reason: .autosave, timeMilliseconds: 500, pages: [change]))
    pages[page.id] = page
  }

  private func changed(
    _ id: UInt64, asset: UInt64? = nil, removing: UInt64? = nil
  ) throws -> (Page, PageChange) {
    var page = try #require(pages[PageID(rawValue: id)])
    var arena = InkArena()
    arena.points += Fixtures.points(count: 5, seed: nextElement)
    nextElement += 1
    let element = ElementID(rawValue: nextElement)
    var edit = Edit.put(
      .stroke(Stroke(id: element, ink: Ink(), points: ArenaRange(start: 0, count: 5))), index: 0)
    if let asset {
      let frame = Frame(x: 0, y: 0, width: 9, height: 9)
      edit = .put(
        .image(
          PlacedImage(id: ElementID(rawValue: 9_000 + asset), frame: frame, asset: AssetID(rawValue: asset))),
        index: 0)
    } else if let removing {
      edit = .remove(ElementID(rawValue: 9_000 + removing))
    }
    try page.apply(edit, from: arena)
    return (page, PageChange(page: page, edits: [edit], arena: arena))
  }

  // MARK: What the disk has

  /// The stores that the disk may have, with what was lost of each.
  ///
  /// Ends the writing down.
  func images() throws -> [(image: StoreImage, lost: String)] {
    try LostChanges(try Tap.stopRecording().entries(), base: base).images()
  }

  /// What is not as it was acknowledged in each store that the disk may have; empty if nothing.
  func faults() throws -> [String] {
    var faults: [String] = []
    for (image, lost) in try images() {
      let place = try TemporaryDirectory.inMemory()
      try image.write(to: place.path)
      do {
        let fresh = try Self.start(type, place.path, .powerDurable)
        if try fresh.openDocument(info.id).pages != info.pages {
          faults.append("another list, without \(lost)")
        }
        for (id, page) in pages {
          var found = Page(id: id)
          try fresh.openPage(id, into: &found)
          if !found.hasSameContent(as: page) { faults.append("page \(id.rawValue), without \(lost)") }
          for case .image(let image) in found.elements
          where try fresh.readAsset(image.asset) != assets[image.asset] {
            faults.append("asset \(image.asset.rawValue), without \(lost)")
          }
        }
      } catch { faults.append("\(error), without \(lost)") }
    }
    return faults
  }
}
