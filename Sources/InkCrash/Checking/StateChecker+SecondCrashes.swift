package import InkReplay
internal import InkTap

/// Second crashes: what is left where a store is crashed again while it comes back from a state.
///
/// Method. The store is used as its user would after the first crash: the document is opened, its pages are
/// read, a stroke is drawn and saved, page and document are closed. Some recoveries write when they open,
/// others with the first save (a torn tail is given up) or at the close (orphans go, journals are compacted),
/// and all of it is recorded and crashed: before each call, and with each change forgotten alone. What the
/// first crash was owed is still owed; and where the save had been acknowledged, so is the stroke.
extension StateChecker {
  /// Crashes the use of a state and observes what that leaves, each content once.
  ///
  /// The process's tap must be watching. `afterEach` is called when a content has been observed: all take
  /// hundreds of times as long as one state.
  package mutating func observeSecondCrashes(
    in image: StoreImage, under profile: CrashProfile, afterEach: () -> Void = {}
  ) throws(ReplayError) -> [Observation] {
    try observeSecondCrashes(in: image, under: profile, keeping: nil, afterEach: afterEach)
  }

  /// The same; where one content is to be kept, no other is observed.
  mutating func observeSecondCrashes(
    in image: StoreImage, under profile: CrashProfile, keeping kept: KeptSecond?, afterEach: () -> Void
  ) throws(ReplayError) -> [Observation] {
    var entries = try recordUse(of: image, .writeAndClose)
    // Where the page is not there that would be drawn on, the store is read and closed.
    if !entries.contains(where: \.isAcknowledgement) { entries = try recordUse(of: image, .close) }
    let model: CrashModel
    do throws(CrashModelError) { model = try CrashModel(base: image, entries: entries) } catch {
      throw .content(error.description, step: 0)
    }
    var states: [(state: CrashState, hasStroke: Bool)] = []
    var known: [StateDigest: Int] = [:]
    _ = CrashExploration(model: model, profile: profile, bounds: Self.secondBounds, seed: 0).run { state in
      let hasStroke = state.progress.acknowledgedStep > 0
      if let index = known[state.digest] {
        // Of one content the progress counts that owes most.
        if hasStroke { states[index].hasStroke = true }
      } else if hasStroke || state.digest != image.digest {
        known[state.digest] = states.count
        states.append((state, hasStroke))
      }
      return true
    }
    var images = CrashImages(model: model, profile: profile)
    var observations: [Observation] = []
    for (number, (state, hasStroke)) in states.enumerated() where kept?.number ?? number == number {
      let image = images.image(of: state)
      if let kept { try Self.keep(image, in: kept.path) }
      var observation = try observe(image, afterWriting: hasStroke)
      // In the middle of the save the stroke may be there or not: what does not fit without it may with it.
      if !hasStroke, state.progress.begunStep > 0, !observation.showsSavedPages {
        let other = try observe(image, afterWriting: true)
        if other.showsSavedPages { observation = other }
      }
      observations.append(observation)
      afterEach()
    }
    return observations
  }

  private static func keep(_ image: StoreImage, in path: String) throws(ReplayError) {
    do throws(StoreImageError) {
      try Platform.makeDirectory(path)
      try image.write(to: path)
    } catch {
      throw .content(error.description, step: 0)
    }
  }

  /// Prefixes, and states that lack one change: a use is short, and its states are many.
  private static let secondBounds = ExplorationBounds(
    exhaustiveMax: 0, droppedMax: 1, keptMax: 0, statesMax: 384)

  /// Records the file calls of using a state.
  mutating func recordUse(
    of image: StoreImage, _ deed: Observer.Deed
  ) throws(ReplayError) -> [RecordedEntry] {
    try place.put(image)
    defer { try? place.clear(of: image) }
    do throws(RecordingError) {
      try Tap.record(capacityBytes: Self.logBytes)
    } catch {
      throw .recording(error)
    }
    // Whoever writes opens the page himself.
    let keepsPagesOpen = observer.keepsPagesOpen
    observer.keepsPagesOpen = deed == .close && keepsPagesOpen
    defer { observer.keepsPagesOpen = keepsPagesOpen }
    let observation = Result { () throws(ReplayError) in try observer.observe([deed]) }
    do throws(RecordingError) {
      let recording = try Tap.stopRecording()
      // What recovery shows was judged where it was not crashed.
      _ = try? observation.get()
      return try recording.entries()
    } catch {
      throw .recording(error)
    }
  }

  /// Far more than using an excerpt's store writes.
  private static let logBytes = 16 << 20
}

extension Observation {
  /// Whether each page that could be read is a version that was saved.
  fileprivate var showsSavedPages: Bool { first.pages.allSatisfy { !$0.editCounts.isEmpty } }
}

extension RecordedEntry {
  fileprivate var isAcknowledgement: Bool {
    if case .mark(let mark) = self { mark.kind == .acknowledged } else { false }
  }
}
