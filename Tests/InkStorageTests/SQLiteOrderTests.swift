import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Order of a database's rows") struct SQLiteOrderTests {
  /// Rows of the page's elements as their ids and order keys, read through another connection.
  private func keys(_ store: Store) throws -> [Int64: Int64] {
    let connection = try SQLiteConnection(store.path(Store.database), .readOnly(isImmutable: false))
    let rows = try connection.statement("SELECT id, ordinal FROM elements")
    defer { rows.reset() }
    var keys: [Int64: Int64] = [:]
    while try rows.step() { keys[rows.integer(0)] = rows.integer(1) }
    return keys
  }

  @Test("Inserting at one place writes no other row until the gap is used up, and then only neighbours")
  func insertInTheMiddle() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    for id in 1...200 as ClosedRange<UInt64> { try store.draw(&page, id: id, points: 1) }
    var before = try keys(store)
    var firstRenumbering: UInt64?
    var rewritten = 0
    for id in 201...400 as ClosedRange<UInt64> {
      try store.draw(&page, id: id, points: 1, at: 100)
      let after = try keys(store)
      let changed = before.filter { after[$0] != $1 }.keys
      if !changed.isEmpty, firstRenumbering == nil { firstRenumbering = id - 200 }
      rewritten += changed.count
      // Neighbours in the order: never as many rows as the page has.
      #expect(changed.count <= 32, "insertion \(id - 200) rewrote \(changed.count) rows")
      before = after
    }
    #expect(firstRenumbering == 21)
    // The stated cost: one or two rows an insertion, once the first gap is used up.
    #expect(rewritten > 0 && rewritten <= 400, "\(rewritten) rows")
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A page of two elements takes thousands between them, in their order")
  func smallPage() throws {
    var order = KeyedOrder<Int>(ids: [0, 1], keys: OrderKeys.fresh(count: 2))
    var wanted = [0, 1]
    var rewritten = 0
    var random = SplitMix64(seed: 3)
    for id in 1..<1_500 {
      // Mostly at one place; sometimes anywhere, the ends too.
      let index = random.chance(0.1) ? random.below(wanted.count + 1) : 1
      let count = 1 + random.below(3)
      let before = order.keys
      let found = order.makeRoom(at: index, count: count)
      let room = try #require(found)
      let changed = before.indices.filter { order.keys[$0] != before[$0] }
      #expect(changed.allSatisfy(room.renumbered.contains))
      rewritten += changed.count
      for offset in 0..<count {
        order.insert(id * 4 + offset, key: room.newKeys[offset], at: index + offset)
        wanted.insert(id * 4 + offset, at: index + offset)
      }
      let isAscending = zip(order.keys, order.keys.dropFirst()).allSatisfy { $0 < $1 }
      #expect(isAscending && order.ids == wanted)
    }
    #expect(rewritten > 0 && rewritten < wanted.count * 4, "\(rewritten) rows for \(wanted.count)")
  }

  @Test("Order keys lie strictly between their neighbours, or there are none")
  func orderKeys() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2_000 {
      let ends = [Int64(bitPattern: random.next()), Int64(bitPattern: random.next()), .min, .max, 0, 1, 5]
      let low = ends[random.below(ends.count)]
      let high = ends[random.below(ends.count)]
      let count = random.below(5)
      if low < high, let keys = OrderKeys.between(low, high, count: count) {
        #expect(keys.count == count)
        #expect(zip([low] + keys, keys + [high]).allSatisfy { $0 < $1 })
      }
      if let keys = OrderKeys.between(low, nil, count: count) {
        #expect(zip([low] + keys, keys).allSatisfy { $0 < $1 } && keys.count == count)
      }
      if let keys = OrderKeys.between(nil, high, count: count) {
        #expect(zip(keys, keys.dropFirst() + [high]).allSatisfy { $0 < $1 } && keys.count == count)
      }
    }
    #expect(OrderKeys.between(3, 4, count: 1) == nil)
    #expect(OrderKeys.between(.max, nil, count: 1) == nil)
    #expect(OrderKeys.between(.min, .max, count: 1) == [-1])
  }
}
