/// One of several parts that a run is dealt out into, written as `2/3`.
package struct Shard: Codable, Hashable, Sendable {
  /// From 1 to `count`.
  package var number: Int
  package var count: Int

  /// More machines than this run no benchmark together.
  package static let countMax = 1_000

  /// A part; nil if there is no such part.
  package init?(number: Int, of count: Int) {
    guard 1...Self.countMax ~= count, 1...count ~= number else { return nil }
    self.number = number
    self.count = count
  }

  package var text: String { "\(number)/\(count)" }
}

/// What the report of a shard knows of the whole run.
package struct ReportShard: Codable, Hashable, Sendable {
  package var number: Int
  package var count: Int
  /// The command line of the whole run.
  package var wholeCommand: String
  /// All cases of the whole run, in their order.
  package var wholeCases: [CaseName]

  package init(_ shard: Shard, wholeCommand: String, wholeCases: [CaseName]) {
    number = shard.number
    count = shard.count
    self.wholeCommand = wholeCommand
    self.wholeCases = wholeCases
  }

  package var text: String { "\(number)/\(count)" }
}
