internal import InkTap

extension PredictedStates {
  /// What a profile allows at a moment and is nearest to what was found, as a clause on the difference.
  ///
  /// Nearest is what differs in the fewest files; the states are made anew, since only findings need them.
  static func nearest(
    to image: StoreImage, base: StoreImage, entries: [RecordedEntry], returned: Int, _ profile: CrashProfile
  ) -> String {
    guard let model = try? CrashModel(base: base, entries: Self.entries(entries, upTo: returned)) else {
      return ""
    }
    var images = CrashImages(model: model, profile: profile)
    var best: (count: Int, image: StoreImage)?
    var seen: Set<StateDigest> = []
    let exploration = CrashExploration(
      model: model, profile: profile, bounds: ExplorationBounds(statesMax: 10_000), seed: 1)
    _ = exploration.runLastEpoch { state in
      guard seen.insert(state.digest).inserted else { return true }
      let other = images.image(of: state)
      let count = image.differingPaths(from: other)
      if count < best?.count ?? .max { best = (count, other) }
      return true
    }
    guard let best else { return "" }
    return "\(image.difference(from: best.image) ?? "its digest is another"); the nearest of "
      + "\(seen.count) that are allowed is \(best.image.summary)"
  }
}

extension StoreImage {
  /// In how many paths two stores differ.
  func differingPaths(from other: StoreImage) -> Int {
    let mine = Set(files)
    let others = Set(other.files)
    return Set(mine.symmetricDifference(others).map(\.path)).count
      + Set(directories).symmetricDifference(other.directories).count
  }
}
