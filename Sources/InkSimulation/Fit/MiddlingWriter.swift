/// The seed of a writer who is like the median one in letter height and tempo.
///
/// Each seed is a writer. What is fitted shall hold for the seed that the file names, so that seed must not
/// stand for an unusually fast or large hand.
enum MiddlingWriter {
  static let seed: Int = {
    var best = (distance: Double.infinity, seed: 1)
    let workload = Workload()
    for seed in 1...candidates {
      let hand = Hand(workload, seed: UInt64(seed))
      let tempo =
        hand.logSubStrokeSamples
        - Elementary.log(workload.hand.subStrokeMilliseconds / 1_000 * hand.samplesPerSecond)
      let size = Elementary.log(hand.xHeight / (workload.hand.xHeightMillimetres * Units.perMillimetre))
      let distance = abs(tempo) + abs(size)
      if distance < best.distance { best = (distance, seed) }
    }
    return best.seed
  }()

  private static let candidates = 2_000
}
