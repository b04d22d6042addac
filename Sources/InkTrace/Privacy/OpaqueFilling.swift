internal import InkModel

/// Bytes in place of an app's own that were dropped.
enum OpaqueFilling {
  /// Appends bytes that no codec can shrink, as most identifiers are; the same ones for the same id and seed.
  static func fill(
    _ count: Int, of id: ElementID, seed: UInt64, into opaque: inout [UInt8]
  ) -> ArenaRange {
    guard count > 0 else { return .empty }
    let range = ArenaRange(start: opaque.count, count: count)
    var random = SplitMix64(seed: seed, keys: 0x0BA9E, id.rawValue)
    for _ in 0..<count { opaque.append(UInt8(truncatingIfNeeded: random.next())) }
    return range
  }
}
