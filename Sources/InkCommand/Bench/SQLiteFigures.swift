internal import InkModel
internal import InkStorage

/// The time of a database's save to its bare statements.
///
/// Method. Page D lies in a store of the `sqlite` backend, and in a second database made through SQLite's C
/// interface with the same tables, rows and settings. A save puts one more stroke of 164 points at the end of
/// the page; it is followed by the same statements on the other database: BEGIN IMMEDIATE, INSERT of the
/// element, UPDATE of its page's row, COMMIT, all prepared, with the BLOB and the checksums at hand. Both
/// move their logs at about the same saves: the backend within the save that makes the log long, the other
/// one beside the clock; such saves are one in a hundred and more and don't reach the median. The figure is
/// the ratio of the medians; its spread is that of the pairs.
enum SQLiteFigures: FigureMeter {
  static let names = ["sqlite.off_save_to_bare", "sqlite.full_save_to_bare"]

  private static let pairs = 1_000
  private static let warmUps = 50
  /// Saves after which the bare database moves its log; the backend counts pages, some five of them a save.
  private static let savesPerCheckpoint = 200

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let durability: Durability = name.hasPrefix("sqlite.off") ? .processCrash : .powerDurable
    let place = "\(bench.directory)/\(name)"
    let page = try BenchPages.pageD()
    let store = try BenchStore(
      bench.backend("sqlite"), codec: bench.codec("packed"), durability: durability, pages: [page],
      in: place)
    let bare = try BareDatabase(page, durability, at: place + "/bare.db")
    guard case .stroke(var stroke)? = page.elements.last else {
      throw CommandFailure(.internalError, "the benchmark page is empty")
    }
    let figures = try Pairs(pairs, warmUps: warmUps) { (index) throws(CommandFailure) in
      let count = page.elements.count + index
      stroke.id = ElementID(rawValue: UInt64(count + 1))
      let changes = ChangeSet(
        reason: .autosave, timeMilliseconds: 1_000,
        pages: [PageChange(page: page, edits: [.put(.stroke(stroke), index: count)], arena: page.arena)])
      let save = try store.save(changes)
      let statements = try bare.save(id: Int64(count + 1), unsafe page.points(of: stroke).bytes)
      if index % savesPerCheckpoint == savesPerCheckpoint - 1 { try bare.checkpoint() }
      return (save, bare: statements)
    }
    var measurement = figures.ratio
    measurement.remark =
      "\(Int(figures.measuredMedian)) ns a save, \(Int(figures.bareMedian)) ns the statements alone"
    return measurement
  }
}
