internal import InkModel
internal import InkReplay
internal import InkTap

/// A journal's save of one stroke, to appending the same bytes and no more.
///
/// Method. A stroke of page D is saved again and again, and after each save as many bytes are appended to a
/// file of the floor's own, which so grows at the same pace: with fdatasync where the save has it, without
/// where it has not. Neither reaches a compaction. The tap counts both, so that it weighs the same on both.
/// A rest comes first, as between a writer's saves: for some milliseconds after a file of the folder was
/// replaced, the place of the folder costs more to check. The figure is the ratio of the medians; its spread
/// is that of the pairs.
enum JournalSaveFigures: FigureMeter {
  static let names = ["journal.durable_save_to_floor", "journal.unsynced_save_to_floor"]

  /// Fewer strokes than a journal of page D holds.
  private static let pairs = 500
  private static let warmUps = 20
  /// A writer's pauses are longer.
  private static let restNanoseconds: UInt64 = 30_000_000

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let durability: Durability = name.contains(".durable_") ? .powerDurable : .processCrash
    let place = "\(bench.directory)/\(name)"
    let store = try BenchStore(
      bench.backend("journal"), codec: bench.codec("packed"), durability: durability,
      pages: [BenchPages.pageD()], in: place + "/store")
    let changes = store.changes
    // The first save begins the journal and mends the manifest; the next is what a save is from then on.
    _ = try store.save(changes)
    let floor = try BenchFloor(
      saving: changes, to: store, durability: durability, in: place + "/floor", watching: place)
    let ready = Clock.nanoseconds() + restNanoseconds
    while Clock.nanoseconds() < ready {}
    return try Pairs(pairs, warmUps: warmUps) { (_) throws(CommandFailure) in
      (try store.save(changes), bare: try floor.append())
    }.ratio
  }
}
