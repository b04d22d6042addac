internal import InkModel
internal import InkReplay
internal import InkStorage
internal import InkTap

/// The compaction of a page, to a snapshot save of the same page.
///
/// Method. Page D lacks its last strokes, which one save puts into the journal; then the pen rests, and the
/// compaction that follows is timed: reading snapshot and journal, writing page D, dropping the journal. It
/// takes turns with the save of page D at level 0. Then the strokes are taken away again. Both sync as
/// `power-durable` asks. The figure is the ratio of the medians; its spread is that of the pairs.
enum CompactionFigures: FigureMeter {
  static let names = ["journal.compact_to_snapshot"]

  private static let pairs = 40
  private static let warmUps = 3
  /// Their frames are just over half of what a journal of page D may hold, which makes a pause worth using.
  private static let strokesInJournal = 450
  private static let pauseMilliseconds: UInt64 = 5_000

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let whole = try BenchPages.pageD()
    let place = "\(bench.directory)/\(name)"
    let codec = try bench.codec("packed")
    let snapshot = try BenchStore(
      bench.backend("snapshot-no-thumbnails"), codec: codec, durability: .powerDurable, pages: [whole],
      in: place + "/snapshot")
    let removes = whole.elements.suffix(strokesInJournal).map { Edit.remove($0.id) }
    let puts = whole.elements.indices.suffix(strokesInJournal).map {
      Edit.put(whole.elements[$0], index: $0)
    }
    let short = try page(whole, after: removes, from: whole.arena)
    let journal = try BenchStore(
      bench.backend("journal"), codec: codec, durability: .powerDurable, pages: [short],
      in: place + "/journal")
    Tap.watch(directory: place + "/journal", roles: type(of: journal.backend).traits.fileRoles)
    return try Pairs(pairs, warmUps: warmUps) { (_) throws(CommandFailure) in
      _ = try journal.save(changes(puts, to: whole, from: whole.arena))
      let compaction = try compact(journal)
      let save = try snapshot.save(snapshot.changes)
      _ = try journal.save(changes(removes, to: short, from: whole.arena))
      return (compaction, bare: save)
    }.ratio
  }

  /// Nanoseconds of a pause in which a page is compacted.
  private static func compact(_ store: BenchStore) throws(CommandFailure) -> UInt64 {
    let before = Tap.snapshot()[.page].writtenBytes + Tap.snapshot()[.temporary].writtenBytes
    let start = Clock.nanoseconds()
    do throws(StorageError) { try store.backend.idle(milliseconds: pauseMilliseconds) } catch {
      throw CommandFailure(.diskFailed, "a compaction failed: \(error)")
    }
    let elapsed = Clock.nanoseconds() - start
    guard Tap.snapshot()[.page].writtenBytes + Tap.snapshot()[.temporary].writtenBytes > before else {
      throw CommandFailure(.internalError, "the pause was not used for a compaction: nothing is measured")
    }
    return elapsed
  }

  private static func page(
    _ page: Page, after edits: [Edit], from arena: borrowing InkArena
  ) throws(CommandFailure) -> Page {
    var page = page
    do throws(EditError) {
      for edit in edits { try page.apply(edit, from: arena) }
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
    return page
  }

  private static func changes(_ edits: [Edit], to page: Page, from arena: InkArena) -> ChangeSet {
    ChangeSet(
      reason: .autosave, timeMilliseconds: 1_000,
      pages: [PageChange(page: page, edits: edits, arena: arena)])
  }
}
