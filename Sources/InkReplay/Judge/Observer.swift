package import InkModel
internal import InkReport
package import InkStorage
internal import InkTap

/// Opens stores that one plan's replays left, and says what they show.
///
/// Method. A store is opened, which recovers it, and read whole. Then it is used as it was asked for, closed
/// or written to, and opened again: recovery must have left what it showed. Content alone counts; an engine's
/// own integrity check has no say. The session's versions are made once and kept for all stores.
package struct Observer {
  /// What is done with a store once it has been read.
  package enum Deed: Sendable {
    /// Closes as an app does.
    case close
    /// Writes a stroke first, as an app that goes on.
    case writeAndClose
    /// Looks at the library's shelf and leaves.
    case readShelf
    /// Leaves as the end of a process does.
    case leave
  }

  package let history: DocumentHistory
  /// Which versions pages are compared with first; nil to compare them with all.
  package var progress: ReplayProgress?
  /// Whether pages stay open while others are read.
  ///
  /// Nothing but recovery can then have changed a file once all is read; it takes memory for all pages.
  package var keepsPagesOpen = false
  private let environment: StoreEnvironment
  private let backend: any StorageBackend.Type
  /// What is written to stores; nil if no page stays.
  private let stroke: JudgesStroke?
  private let writingMilliseconds: UInt64
  private var content: SavedContent
  private var found = Page(id: PageID(rawValue: 0))

  package init(
    session: Session, plan: ReplayPlan, progress: ReplayProgress? = nil,
    backend: any StorageBackend.Type, environment: StoreEnvironment
  ) {
    history = DocumentHistory(session: session, plan: plan)
    self.progress = progress
    self.backend = backend
    self.environment = environment
    content = SavedContent(history: history, codec: environment.codec, backend: backend)
    let progress = progress ?? .complete(plan)
    let later = Set(history.pages(by: progress.begunStep).map(\.id))
    stroke = history.pages(by: progress.acknowledgedStep).first { later.contains($0.id) }
      .map { JudgesStroke(page: $0.id) }
    writingMilliseconds = plan.lengthMilliseconds + 1_000
  }

  /// Opens and reads the store once for each deed, until an opening shows something else than the first one.
  ///
  /// Where `writeAndClose` was done with the store before it came here, its stroke is looked for, too. After
  /// the first reading `look` may look at the store's files; it says whether to go on.
  package mutating func observe(
    _ deeds: [Deed], afterWriting: Bool = false, look: (inout Observation) -> Bool = { _ in true }
  ) throws(ReplayError) -> Observation {
    var observation = Observation(StoreReading())
    var hasWritten = afterWriting
    for (index, deed) in deeds.enumerated() {
      let opening = try open(
        after: hasWritten ? stroke : nil, closesPages: !keepsPagesOpen, countsOrphans: index == 0)
      if index == 0 {
        observation = opening.observation
        guard opening.store != nil, look(&observation) else { return observation }
      } else if opening.observation.first != observation.first {
        observation.later = Observation.LaterReading(number: index + 1, reading: opening.observation.first)
        return observation
      }
      if let fault = try carryOut(deed, on: opening) {
        observation.note(fault, number: index + 1)
        return observation
      }
      hasWritten = hasWritten || deed == .writeAndClose
    }
    return observation
  }

  /// A store that is open and has been read, or could not be opened.
  private struct Opening {
    var store: (any StorageBackend)?
    var document: DocumentInfo?
    var observation: Observation
  }

  private mutating func open(
    after stroke: JudgesStroke?, closesPages: Bool, countsOrphans: Bool
  ) throws(ReplayError) -> Opening {
    let start = Clock.nanoseconds()
    let store: any StorageBackend
    let document: DocumentInfo
    do throws(StorageError) {
      store = try backend.init(environment)
      document = try store.openDocument(history.session.base.document.id)
    } catch {
      if error.isDiskFull { throw .judging(error) }
      var observation = Observation(StoreReading(unopenable: "\(error)"))
      observation.shape.note(error, of: .document, backend.traits.fileRoles, in: environment.directory)
      return Opening(observation: observation)
    }
    var reader = StoreReader(
      history: history, after: stroke, closesPages: closesPages, countsOrphans: countsOrphans,
      directory: environment.directory)
    if try !reader.read(document, in: store, for: progress, &content, into: &found) {
      reader = StoreReader(
        history: history, after: stroke, closesPages: closesPages, countsOrphans: countsOrphans,
        directory: environment.directory)
      _ = try reader.read(document, in: store, for: nil, &content, into: &found)
    }
    var observation = Observation(reader.reading, recoveryNanoseconds: Clock.nanoseconds() - start)
    observation.orphanAssets = reader.orphanAssets
    observation.shape = reader.shape
    observation.loss = reader.loss.isNothing ? nil : reader.loss
    return Opening(store: store, document: document, observation: observation)
  }

  /// Uses a store that has been read; what is wrong then is returned.
  private func carryOut(_ deed: Deed, on opening: Opening) throws(ReplayError) -> StoreReading.Fault? {
    guard let store = opening.store, let document = opening.document else { return nil }
    var words = "closing"
    do throws(StorageError) {
      switch deed {
      case .leave: return nil
      case .readShelf: return StoreReading.Fault(shelfOf: store, showing: document)
      case .writeAndClose:
        words = "saving"
        precondition(!keepsPagesOpen, "the page that is written to would be open already")
        try stroke?.write(to: store, timeMilliseconds: writingMilliseconds)
        words = "closing"
      case .close:
        if keepsPagesOpen { for page in opening.observation.first.pages { try store.closePage(page.id) } }
      }
      try store.closeDocument()
      return nil
    } catch {
      if error.isDiskFull { throw .judging(error) }
      return StoreReading.Fault(.unopenable, "\(words) after recovery failed: \(error)")
    }
  }
}
