internal import InkModel
internal import InkReplay
package import InkReport
internal import InkTap

/// A few small durable writes, to learn how long a sync takes somewhere.
package enum SyncProbe {
  /// The median of some appends of one block with a sync each; nil if the place can't be written.
  package static func medianNanoseconds(in directory: String) -> UInt64? {
    let place = directory + "/.inkbench-probe-" + String(Clock.nanoseconds(), radix: 36)
    guard (try? Platform.makeDirectories(place)) != nil else { return nil }
    defer { StoreCopy.remove(place) }
    let floor = try? FloorProbe.run(
      .append, sizes: Array(repeating: 4_096, count: 15), durability: .powerDurable, in: place)
    return Percentile.p50.nearestRank(ofSorted: floor?.nanoseconds.sorted() ?? [])
  }

  /// The same as a fact for a report that has no other measure of the disk.
  package static func facts(in directory: String) -> [EnvironmentFact] {
    guard let median = medianNanoseconds(in: directory) else { return [] }
    return [EnvironmentFact(name: "sync latency p50", value: "\(median / 1_000) µs")]
  }
}
