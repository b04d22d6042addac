internal import InkModel

/// What a device can hold when its power ends, from the log of what it was asked.
///
/// Method. A flush makes durable what was done before it; a write with force-unit-access is durable by
/// itself. Of the writes since the last flush any may be missing, in pieces of 4,096 bytes: longer requests
/// arrive in parts. Tried are, between every two flushes: every prefix, everything but one piece, one piece
/// alone, and subsets by the seed. What the device holds then is possible from the moment at which the last
/// kept piece was done until the next flush is done; a range of places in the log tells that.
package struct DeviceCrashes: Sendable {
  /// Part of one request, as it can arrive or not.
  package struct Piece: Hashable, Sendable {
    package var entry: Int
    /// Of the contents of the entry; all of it for a discard.
    package var bytes: Range<Int>
    /// Whether it is there from the moment at which it is done.
    package var isDurable: Bool
  }

  package struct Crash: Hashable, Sendable {
    /// All pieces before this one are there.
    package var settled: Int
    /// Of the others, those that are there, in the order of the log.
    package var kept: [Int]
    /// How many entries of the log were done, at the earliest and at the latest.
    package var entries: ClosedRange<Int>
  }

  package let log: BlockLog
  package let pieces: [Piece]
  package let crashes: [Crash]

  /// Works out the crashes from a place in the log on, at most so many.
  package init(_ log: BlockLog, from start: Int, crashesMax: Int, seed: UInt64) {
    self.log = log
    let cut = log.entries.enumerated().map { Self.pieces(of: $1, number: $0, sectorBytes: log.sectorBytes) }
    pieces = Array(cut.joined())
    var counts = [0]
    for pieces in cut { counts.append(counts[counts.count - 1] + pieces.count) }
    var crashes: [Crash] = []
    var random = SplitMix64(seed: seed, keys: UInt64(start))
    var first = 0
    var epochStart = 0
    for (number, entry) in log.entries.enumerated() where entry.flags.contains(.flush) {
      // A flush with bytes of its own, as the kernel's device writes it, comes before them.
      let end = counts[number]
      Self.add(&crashes, pieces, first..<end, done: (max(start, epochStart), number), &random)
      (first, epochStart) = (end, number + 1)
    }
    Self.add(
      &crashes, pieces, first..<pieces.count, done: (max(start, epochStart), log.entries.count), &random)
    self.crashes = Self.spread(crashes, crashesMax)
  }

  private static let pieceBytes = 4_096

  private static func pieces(of entry: BlockLog.Entry, number: Int, sectorBytes: Int) -> [Piece] {
    let length = Int(entry.sectorCount) * sectorBytes
    guard length > 0 else { return [] }
    let isDurable = entry.flags.contains(.forceUnitAccess)
    guard !entry.flags.contains(.discard) else {
      return [Piece(entry: number, bytes: 0..<length, isDurable: isDurable)]
    }
    return stride(from: 0, to: length, by: pieceBytes).map {
      Piece(entry: number, bytes: $0..<min($0 + pieceBytes, length), isDurable: isDurable)
    }
  }

  /// Adds the crashes between two flushes.
  private static func add(
    _ crashes: inout [Crash], _ pieces: [Piece], _ range: Range<Int>, done: (first: Int, last: Int),
    _ random: inout SplitMix64
  ) {
    guard done.first <= done.last else { return }
    var seen: Set<[Int]> = []
    func offer(_ kept: [Int]) {
      let earliest = max(done.first, kept.last.map { pieces[$0].entry + 1 } ?? 0)
      // A durable piece is missing only before it was done.
      let missing = range.first { pieces[$0].isDurable && !kept.contains($0) }
      let latest = missing.map { min(done.last, pieces[$0].entry) } ?? done.last
      guard earliest <= latest, seen.insert(kept).inserted else { return }
      crashes.append(Crash(settled: range.lowerBound, kept: kept, entries: earliest...latest))
    }
    for end in range.lowerBound...range.upperBound { offer(Array(range.lowerBound..<end)) }
    for one in range {
      offer(range.filter { $0 != one })
      offer([one])
    }
    for _ in 0..<min(sampledMax, range.count) { offer(range.filter { _ in random.chance(0.5) }) }
  }

  /// Subsets by chance between two flushes; a journal's commit is rarely more than a dozen pieces.
  private static let sampledMax = 16

  /// Some of the crashes, evenly over all of them.
  private static func spread(_ crashes: [Crash], _ most: Int) -> [Crash] {
    guard crashes.count > most else { return crashes }
    return (0..<most).map { crashes[(2 * $0 + 1) * crashes.count / (2 * most)] }
  }

  /// What a piece puts on the device, and where.
  package func contents(of piece: Int) -> (offset: Int, bytes: ArraySlice<UInt8>) {
    let piece = pieces[piece]
    let entry = log.entries[piece.entry]
    let offset = Int(entry.sector) * log.sectorBytes + piece.bytes.lowerBound
    guard !entry.flags.contains(.discard) else {
      return (offset, [UInt8](repeating: 0, count: piece.bytes.count)[...])
    }
    let contents = log.contents(of: entry)
    return (offset, contents.dropFirst(piece.bytes.lowerBound).prefix(piece.bytes.count))
  }
}
