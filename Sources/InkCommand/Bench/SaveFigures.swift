internal import InkModel
internal import InkReplay
internal import InkStorage
internal import InkTap

/// The time of a save to the bare cost of its bytes.
///
/// Method. Page D is saved again and again, power-durable, with one stroke put since the last save. Each save
/// is followed by the same calls with the bytes already encoded in a warm buffer, on a file of its own that
/// has the size of the one it replaces. The figure is the ratio of the medians; its spread is that of the
/// pairs.
enum SaveFigures: FigureMeter {
  static let names = [
    "first.snapshot.packed.save_to_floor", "first.snapshot.json.save_to_floor",
    "snapshot.packed.save_to_floor", "snapshot.json.save_to_floor", "snapshot.json.kept_save_to_floor",
  ]

  static let pairs = 60
  static let warmUps = 5

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let codec = try bench.codec(name.contains(".json.") ? "json" : "packed")
    let place = "\(bench.directory)/\(name)"
    let store = try BenchStore(
      bench.backend(name.contains(".kept_") ? "snapshot-kept" : "snapshot-no-thumbnails"), codec: codec,
      durability: .powerDurable, pages: [BenchPages.pageD()], in: place + "/store")
    let changes = store.changes
    let floor = try BenchFloor(saving: changes, to: store, in: place + "/floor", watching: place + "/store")
    let figures = try Pairs(pairs, warmUps: warmUps) { (_) throws(CommandFailure) in
      (try store.save(changes), bare: try floor.replace())
    }
    var measurement = figures.ratio
    measurement.remark = remark(on: store)
    return measurement
  }

  /// What the speed costs, where it costs memory.
  private static func remark(on store: BenchStore) -> String? {
    guard let keeping = store.backend as? any EncodedElementKeeping, keeping.keptByteCount > 0 else {
      return nil
    }
    let points = max(store.firstPage.pointCount, 1)
    let perPoint = (Double(keeping.keptByteCount) / Double(points) * 10).rounded() / 10
    return "\(keeping.keptByteCount) bytes kept in memory for \(points) points, \(perPoint) a point"
  }
}
