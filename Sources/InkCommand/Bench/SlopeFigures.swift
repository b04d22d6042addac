internal import InkModel
internal import InkStorage
internal import InkTap

/// What each further page of a notebook adds to the save of one page: it should be nothing.
///
/// Method. The article's recording is saved as the first page of notebooks of 2 to 2,000 pages, twice: the
/// first save after an opening mends the manifest, the second is what an autosave is from then on. All bytes
/// that it writes count, those of `document.json` apart; the figure is the slope of the least-squares line.
enum SlopeFigures: FigureMeter {
  static let names = ["snapshot.save_bytes_slope"]

  private static let pageCounts = [2, 20, 200, 2_000]

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    var bytes: [Double] = []
    for count in pageCounts { bytes.append(Double(try savedBytes(notebookOf: count, in: bench))) }
    let pages = pageCounts.map(Double.init)
    let meanPages = pages.reduce(0, +) / Double(pages.count)
    let meanBytes = bytes.reduce(0, +) / Double(pages.count)
    let covariance = zip(pages, bytes).reduce(0) { $0 + ($1.0 - meanPages) * ($1.1 - meanBytes) }
    return .exact(covariance / pages.reduce(0) { $0 + ($1 - meanPages) * ($1 - meanPages) })
  }

  /// Bytes that one autosave of the first page writes, but for those of the list of pages.
  private static func savedBytes(notebookOf count: Int, in bench: Bench) throws(CommandFailure) -> UInt64 {
    var pages = [try BenchPages.referenceRecording()]
    for number in 1..<count { pages.append(Page(id: PageID(rawValue: UInt64(number + 1)))) }
    let backend = try bench.backend("snapshot-no-thumbnails")
    let directory = "\(bench.directory)/slope-\(count)"
    let store = try BenchStore(
      backend, codec: bench.codec("packed"), durability: .processCrash, pages: pages, in: directory)
    _ = try store.save(store.changes)
    Tap.watch(directory: directory, roles: backend.traits.fileRoles)
    _ = try store.save(store.changes)
    let bytes = Tap.storeCounters().writtenBytes - Tap.snapshot()[.document].writtenBytes
    guard bytes > 0 else {
      throw CommandFailure(.internalError, "the tap saw no bytes of a save: the figure is not measured")
    }
    return bytes
  }
}
