internal import InkModel
internal import InkReplay
internal import InkStorage
internal import InkTap

/// The part of a save that no disk can hide: its time outside of file calls, to encoding and checksum alone.
///
/// Method. Page D is saved as for `save_to_floor`; what the tap says was spent in file calls and syncs is
/// taken from each save. Each is followed by the bare work on the same page: encoding it into a warm buffer,
/// and a checksum of the bytes. The figure is the ratio of the medians; its spread is that of the pairs.
enum ComputeFigures: FigureMeter {
  static let names = ["snapshot.packed.compute", "snapshot.json.compute"]

  private static let pairs = 60
  private static let warmUps = 5

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let codec = try bench.codec(name.contains(".json.") ? "json" : "packed")
    let directory = "\(bench.directory)/\(name)"
    let backend = try bench.backend("snapshot-no-thumbnails")
    let store = try BenchStore(
      backend, codec: codec, durability: .powerDurable, pages: [BenchPages.pageD()], in: directory)
    let changes = store.changes
    Tap.watch(directory: directory, roles: backend.traits.fileRoles)
    var buffer = ByteBuffer()
    return try Pairs(pairs, warmUps: warmUps) { (_) throws(CommandFailure) in
      let before = inFileCalls()
      let save = try store.save(changes)
      let inCalls = inFileCalls() - before
      guard inCalls > 0, inCalls < save else {
        throw CommandFailure(.internalError, "the tap saw no file call of a save: the figure is not measured")
      }
      return (save - inCalls, bare: encode(store.firstPage, codec, &buffer))
    }.ratio
  }

  private static func inFileCalls() -> UInt64 {
    let counters = Tap.storeCounters()
    return counters.fileNanoseconds + counters.syncNanoseconds
  }

  /// Nanoseconds that encoding a page and its checksum take.
  private static func encode(
    _ page: borrowing Page, _ codec: any PageCodec, _ buffer: inout ByteBuffer
  ) -> UInt64 {
    let start = Clock.nanoseconds()
    buffer.removeAll()
    codec.encode(page, into: &buffer)
    // Kept in the buffer, so that the compiler can't leave the checksum out.
    let sum = checksum(buffer.bytes)
    buffer.append(littleEndian: sum)
    return Clock.nanoseconds() - start
  }
}
