internal import InkModel
internal import InkStorage

/// The reference article's transaction: 100 strokes of 40,800 bytes, put on an empty page in one save.
///
/// Method. Each save is one transaction of the `sqlite` backend on a page of its own, with `synchronous` OFF,
/// NORMAL or FULL. It leaves the log longer than a thousand pages, so the checkpoint that this brings about
/// is part of it, as it is with SQLite's own setting. The twin has the same bytes as an app would have them:
/// 2,100 strokes of 121 points and 8 bytes that only the app understands, 1,944 bytes each. The figure is the
/// median, in seconds; it has no bound, because machines differ. The article's own, 0.019 s, was measured on
/// a Mac with libSQL, 3,400 points of 12 bytes a stroke, and whatever `synchronous` was there by default.
enum ArticleFigures: FigureMeter {
  static let names = ["transaction", "twin"].flatMap { kind in
    ["off", "normal", "full"].map { "article.\(kind).\($0)" }
  }

  private static let repetitions = 30
  private static let warmUps = 3

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let durability: Durability =
      name.hasSuffix(".off") ? .processCrash : name.hasSuffix(".normal") ? .powerConsistent : .powerDurable
    let isTwin = name.hasPrefix("article.twin")
    let pages = (0..<UInt64(warmUps + repetitions)).map { Page(id: PageID(rawValue: $0 + 1)) }
    let store = try BenchStore(
      bench.backend("sqlite"), codec: bench.codec("packed"), durability: durability, pages: pages,
      in: "\(bench.directory)/\(name)")
    var seconds: [Double] = []
    for (index, page) in pages.enumerated() {
      let changes =
        isTwin
        ? changes(of: page, strokes: 2_100, points: 121, opaqueBytes: 8)
        : changes(of: page, strokes: 100, points: 2_550, opaqueBytes: 0)
      let time = try store.save(changes)
      if index >= warmUps { seconds.append(Double(time) / 1e9) }
    }
    var measurement = Measurement.median(of: seconds)
    measurement.remark = "the article's own figure is 0.019 s, on another machine and with another engine"
    return measurement
  }

  /// So many strokes of so many bytes on an empty page.
  private static func changes(of page: Page, strokes: Int, points: Int, opaqueBytes: Int) -> ChangeSet {
    var arena = InkArena()
    var edits: [Edit] = []
    var random = SplitMix64(seed: page.id.rawValue)
    var now = page
    for index in 0..<strokes {
      let first = ArenaRange(start: arena.points.count, count: points)
      let opaque = ArenaRange(start: arena.opaque.count, count: opaqueBytes)
      for point in 0..<points {
        arena.points.append(
          SamplePoint(
            x: Int32(random.below(5_953)), y: Int32(random.below(8_419)), t: UInt32(point * 4),
            pressure: UInt16(random.below(1_001)), radius: 10))
      }
      for _ in 0..<opaqueBytes { arena.opaque.append(UInt8(truncatingIfNeeded: random.next())) }
      let id = ElementID(rawValue: page.id.rawValue << 32 | UInt64(index))
      let stroke = Stroke(id: id, ink: Ink(), points: first, opaque: opaque)
      edits.append(.put(.stroke(stroke), index: index))
      now.append(.stroke(stroke), from: arena)
    }
    return ChangeSet(
      reason: .autosave, timeMilliseconds: 1_000, pages: [PageChange(page: now, edits: edits, arena: arena)])
  }
}
