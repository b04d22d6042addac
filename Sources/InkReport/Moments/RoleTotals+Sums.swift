internal import InkModel

extension RoleTotals {
  /// All counts, of which a repetition has one each.
  private static var counts: [WritableKeyPath<RoleTotals, UInt64>] {
    [
      \.writtenBytes, \.readBytes, \.writeCalls, \.readCalls, \.syncCalls, \.openCalls, \.renameCalls,
      \.unlinkCalls, \.otherCalls,
    ]
  }

  /// Calls of every kind that were counted.
  package var calls: UInt64 {
    writeCalls + readCalls + syncCalls + openCalls + renameCalls + unlinkCalls + otherCalls
  }

  /// The same role with another's counts added.
  func adding(_ other: RoleTotals) -> RoleTotals {
    var sum = self
    for count in Self.counts { sum[keyPath: count] += other[keyPath: count] }
    return sum
  }

  /// The median of each count of each role over repetitions that differ.
  static func medians(of repetitions: [[RoleTotals]]) -> [RoleTotals] {
    FileRole.allCases.compactMap { role in
      let alike = repetitions.map { $0.first { $0.role == role } ?? RoleTotals(role: role) }
      var middle = RoleTotals(role: role)
      for count in Self.counts {
        let sorted = alike.map { $0[keyPath: count] }.sorted()
        middle[keyPath: count] = Percentile.p50.nearestRank(ofSorted: sorted) ?? 0
      }
      return middle == RoleTotals(role: role) ? nil : middle
    }
  }
}
