internal import InkModel
internal import InkSimulation
internal import InkStorage
internal import InkTap

/// What the size of a notebook costs the save of one page.
enum NotebookFigures: FigureMeter {
  static let names = ["snapshot.page_bytes.200_to_2_pages"]

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let large = try pageBytes(notebookOf: 200, in: bench)
    let small = try pageBytes(notebookOf: 2, in: bench)
    return .exact(Double(large) / Double(small))
  }

  /// Bytes that one autosave of the first page writes to page files.
  private static func pageBytes(notebookOf count: Int, in bench: Bench) throws(CommandFailure) -> UInt64 {
    let first = try BenchPages.referenceRecording()
    let pages = (0..<count).map { index in
      var page = first
      page.id = PageID(rawValue: UInt64(index + 1))
      return page
    }
    let backend = try bench.backend("snapshot")
    let directory = "\(bench.directory)/notebook-\(count)"
    let store = try BenchStore(
      backend, codec: bench.codec("packed"), durability: .processCrash, pages: pages, in: directory)
    Tap.watch(directory: directory, roles: backend.traits.fileRoles)
    _ = try store.save(store.changes)
    let bytes = Tap.snapshot()[.page].writtenBytes
    guard bytes > 0 else {
      throw CommandFailure(.internalError, "the tap saw no bytes of a page: the figure is not measured")
    }
    return bytes
  }
}
