package import InkReport

extension RunRequest {
  /// The cases of a shard, by index.
  ///
  /// Method. The costliest case is dealt first, each to the shard that has least so far, the first of equals.
  /// Costs are reckoned for one fixed disk from the sessions and options alone, so that every machine deals
  /// the same hands. A shard's cases keep the order of the run. There are at least as many cases as shards.
  package func cases(of shard: Shard, costs: [SessionCost]) -> [Int] {
    let steps = Preflight.steps(of: self, costs, syncSeconds: Self.dealingSyncSeconds)
    let seconds = TimeLeft(self, seconds: steps).secondsByCase
    var loads = [Double](repeating: 0, count: shard.count)
    var hand: [Int] = []
    for number in cases.indices.sorted(by: { (-seconds[$0], $0) < (-seconds[$1], $1) }) {
      var least = 0
      for other in loads.indices where loads[other] < loads[least] { least = other }
      loads[least] += seconds[number]
      if least == shard.number - 1 { hand.append(number) }
    }
    return hand.sorted()
  }

  /// A middling SSD, which no machine is asked about.
  private static let dealingSyncSeconds = 1e-3
}
