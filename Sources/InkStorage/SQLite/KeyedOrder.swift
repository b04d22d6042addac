/// Things in their order, and their keys.
struct KeyedOrder<ID: Hashable> {
  var ids: [ID] = []
  var keys: [Int64] = []

  /// Where something stands; searched from the end, because most edits name what came last.
  func index(of id: ID) -> Int? { ids.lastIndex(of: id) }

  /// Keys for new rows that will stand at an index; nil if there is no room.
  func keysForInsertion(at index: Int, count: Int) -> [Int64]? {
    OrderKeys.between(
      index > 0 ? keys[index - 1] : nil, index < keys.count ? keys[index] : nil, count: count)
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
