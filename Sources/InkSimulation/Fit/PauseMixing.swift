internal import InkModel

/// Which law the pauses follow that are counted under each.
///
/// Method. The length of a jump is judged by strokes whose heights differ, so that some jumps are counted
/// under the class beside their own; and who thinks after changing the tool is seen to pause once more. How
/// often, a session of the fitted hand tells, whose pauses are each as long as no other law's and so give
/// their law away.
struct PauseMixing {
  /// For each law's counted pauses, the share that follows each law.
  private(set) var shares: [[Double]]

  /// No pause is counted under another law.
  init(unmixed count: Int) {
    shares = (0..<count).map { row in (0..<count).map { $0 == row ? 1 : 0 } }
  }

  /// Simulates a session of the hand that was fitted.
  init(of workload: Workload, laws: [PauseLaw], strokes: Int = strokesMax) throws(FitError) {
    self.init(unmixed: laws.count)
    var workload = workload
    workload.document.basePages = min(workload.document.basePages, 1)
    workload.session.strokes = strokes
    workload.session.minutes = nil
    workload.pauses.thinkShare = Self.thoughtShare
    workload.pauses.thinkSeconds.distribution = .constant(Self.seconds(of: laws.count))
    workload.pauses.breakShare = 0
    workload.pauses.longLineBreakShare = 0
    for (index, law) in laws.enumerated() {
      for source in law.sources {
        workload.pauses[keyPath: source].distribution = .constant(Self.seconds(of: index))
      }
    }
    let statistics = try Simulation.statistics(of: workload)
    for (row, law) in laws.enumerated() where law.path != nil {
      var counts = [Double](repeating: 0, count: laws.count)
      for seconds in law.measures.flatMap({ statistics[$0] }) {
        if let index = laws.indices.first(where: { abs(Self.seconds(of: $0) - seconds) < 0.001 }) {
          counts[index] += 1
        }
      }
      let total = counts.reduce(0, +)
      if total >= Self.pausesMin { shares[row] = counts.map { $0 / total } }
    }
  }

  /// The same with another share of thought.
  ///
  /// A tool change is seen before a stroke if the writer thought at the change and does not again.
  func adjusted(to share: Double, laws: [PauseLaw]) -> PauseMixing {
    guard let tool = laws.firstIndex(where: { $0.path == nil }) else { return self }
    let factor = share * (1 - share) / (Self.thoughtShare * (1 - Self.thoughtShare))
    var copy = self
    for row in laws.indices where row != tool {
      copy.shares[row][tool] *= factor
      let total = copy.shares[row].reduce(0, +)
      guard total > 0 else { continue }
      copy.shares[row] = copy.shares[row].map { $0 / total }
    }
    return copy
  }

  private static let thoughtShare = 0.1

  private static func seconds(of index: Int) -> Double { 0.1 * Double(index + 1) }

  /// Enough for shares within half a hundredth.
  static let strokesMax = 6_000
  /// Fewer pauses of a class tell nothing of its neighbours.
  private static let pausesMin = 20.0
}
