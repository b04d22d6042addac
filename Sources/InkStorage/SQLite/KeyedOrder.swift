/// Things in their order, and their keys.
struct KeyedOrder<ID: Hashable> {
  var ids: [ID] = []
  var keys: [Int64] = []

  /// Keys for things that are put somewhere, and the neighbours that had to get other keys.
  struct Room {
    var newKeys: [Int64]
    /// Indices, before the insertion, of those whose keys have changed; empty nearly always.
    var renumbered: Range<Int>
  }

  /// Where something stands; searched from the end, because most edits name what came last.
  func index(of id: ID) -> Int? { ids.lastIndex(of: id) }

  /// Finds keys for things that will stand at an index; nil if there are no numbers left at all.
  ///
  /// Where the gap is used up, the fewest neighbours that lie wide enough apart are numbered anew: the window
  /// around the place doubles until its numbers would be `OrderKeys.gapWorthMaking` apart.
  mutating func makeRoom(at index: Int, count: Int) -> Room? {
    if let keys = keysForInsertion(in: index..<index, count: count) {
      return Room(newKeys: keys, renumbered: index..<index)
    }
    var reach = 1
    while true {
      let window = max(0, index - reach)..<min(keys.count, index + reach)
      let isAll = window == keys.indices
      if let fresh = keysForInsertion(in: window, count: count, isAll: isAll),
        isAll || OrderKeys.areWorthMaking(fresh)
      {
        let head = index - window.lowerBound
        keys.replaceSubrange(window.lowerBound..<index, with: fresh[..<head])
        keys.replaceSubrange(index..<window.upperBound, with: fresh[(head + count)...])
        return Room(newKeys: Array(fresh[head..<head + count]), renumbered: window)
      }
      guard !isAll else { return nil }
      reach *= 2
    }
  }

  /// Keys for the things of a window and as many more, between the neighbours of the window.
  private func keysForInsertion(in window: Range<Int>, count: Int, isAll: Bool = false) -> [Int64]? {
    guard !isAll else { return OrderKeys.fresh(count: window.count + count) }
    return OrderKeys.between(
      window.lowerBound > 0 ? keys[window.lowerBound - 1] : nil,
      window.upperBound < keys.count ? keys[window.upperBound] : nil, count: window.count + count)
  }

  mutating func insert(_ id: ID, key: Int64, at index: Int) {
    ids.insert(id, at: index)
    keys.insert(key, at: index)
  }

  mutating func remove(at index: Int) {
    ids.remove(at: index)
    keys.remove(at: index)
  }
}
