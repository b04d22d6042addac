/// Numbers that keep rows in order and leave room between neighbours.
///
/// An array's indices shift when something is inserted; these don't. A new row gets the number half-way
/// between its neighbours, so that inserting writes no other row. Only where no number is left between two
/// neighbours are rows numbered anew, and then the fewest that will do (see `KeyedOrder`).
///
/// The cost: a gap takes twenty insertions at one place. After that about every tenth insertion there
/// renumbers some ten to twenty neighbours, one or two rows an insertion; a page's other rows are never
/// touched.
enum OrderKeys {
  /// The distance at the ends: twenty insertions at one spot before a gap is used up, and 2⁴³ rows in all.
  static let gap: Int64 = 1 << 20
  /// The distance that makes numbering anew worth its while: it takes ten insertions at one spot.
  static let gapWorthMaking: Int64 = 1 << 10

  /// Ascending keys for new rows between two neighbours, nil where there is none; nil if there is no room.
  static func between(_ lower: Int64?, _ upper: Int64?, count: Int) -> [Int64]? {
    let count = Int64(count)
    switch (lower, upper) {
    case (nil, nil): return (0..<count).map { $0 * gap }
    case (let lower?, nil):
      guard lower <= Int64.max - (count + 1) * gap else { return nil }
      return (0..<count).map { lower + ($0 + 1) * gap }
    case (nil, let upper?):
      guard upper >= Int64.min + (count + 1) * gap else { return nil }
      return (0..<count).map { upper - (count - $0) * gap }
    case (let lower?, let upper?):
      // Unsigned, because two keys may be further apart than a signed number says.
      let step = UInt64(bitPattern: upper &- lower) / UInt64(count + 1)
      guard lower < upper, step > 0 else { return nil }
      return (0..<count).map { lower &+ Int64(bitPattern: step &* UInt64($0 + 1)) }
    }
  }

  /// Keys for all rows, as if each had been appended.
  static func fresh(count: Int) -> [Int64] { (0..<Int64(count)).map { $0 * gap } }

  /// Whether ascending keys lie far enough apart to have been made for more than one insertion.
  static func areWorthMaking(_ keys: [Int64]) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { UInt64(bitPattern: $1 &- $0) >= UInt64(gapWorthMaking) }
  }
}
