internal import InkModel
internal import InkStorage
internal import InkTap

/// The time of opening a page to that of reading its bytes.
///
/// Method. Page D lies in a store of the `snapshot` backend in the packed codec, in a warm cache. It is
/// opened into a page that keeps its memory, its checksum is verified, and its elements are counted. Each
/// time is followed by opening the same file, reading all of its bytes into warm memory in one call, and
/// closing it. The figure is the ratio of the medians; its spread is that of the pairs.
enum OpenFigures: FigureMeter {
  static let names = ["open.packed_to_read"]

  private static let pairs = 300
  private static let warmUps = 20

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let place = "\(bench.directory)/\(name)"
    let store = try BenchStore(
      bench.backend("snapshot-no-thumbnails"), codec: bench.codec("packed"), durability: .processCrash,
      pages: [BenchPages.pageD()], in: place)
    let id = store.firstPage.id
    let file = "\(place)/\(DocumentID(rawValue: 1).name).lnote/pages/\(id.name).content"
    var page = Page(id: id)
    var buffer = ByteBuffer()
    return try Pairs(pairs, warmUps: warmUps) { (_) throws(CommandFailure) in
      let open = try time(of: store.backend, opening: id, into: &page, wanted: store.firstPage)
      let start = Clock.nanoseconds()
      let count = Platform.read(file, into: &buffer)
      let read = Clock.nanoseconds() - start
      guard let count, count > page.pointCount * SamplePoint.byteCount else {
        throw CommandFailure(.diskFailed, "the benchmark's page can't be read")
      }
      return (open, bare: read)
    }.ratio
  }

  private static func time(
    of backend: any StorageBackend, opening id: PageID, into page: inout Page, wanted: borrowing Page
  ) throws(CommandFailure) -> UInt64 {
    let start = Clock.nanoseconds()
    do throws(StorageError) { try backend.openPage(id, into: &page) } catch {
      throw CommandFailure(.diskFailed, "a benchmark's page can't be opened: \(error)")
    }
    var points = 0
    for case .stroke(let stroke) in page.elements { points += Int(stroke.points.count) }
    let elapsed = Clock.nanoseconds() - start
    guard points == wanted.pointCount, page.elements.count == wanted.elements.count else {
      throw CommandFailure(.internalError, "the page that was opened is not the one that was saved")
    }
    return elapsed
  }
}
