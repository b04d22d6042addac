import FoundationEssentials
import InkModel
import InkReplay
import InkReport
import InkStorage
import InkTestFixtures
import Testing

/// A store that a replay has left behind, to be tampered with and judged.
struct JudgedStore {
  let directory: TemporaryDirectory
  let session: Session
  var plan: ReplayPlan
  private let backend: any StorageBackend.Type
  private let environment: StoreEnvironment

  static var packed: any PageCodec {
    guard let codec = BuiltInCodecs.named("packed") else { preconditionFailure("no 'packed'") }
    return codec
  }

  /// Builds the base and carries out the first `steps` steps of a plan, all of them if nil; then the process
  /// ends.
  init(
    _ name: String, codec: any PageCodec = Self.packed, session: Session = Self.session(),
    plan: ReplayPlan? = nil, steps: Int? = nil
  ) throws {
    directory = try TemporaryDirectory()
    self.session = session
    let whole = plan ?? ReplayPlan(session)
    self.plan = whole
    backend = try #require(BuiltInBackends.named(name))
    environment = StoreEnvironment(
      directory: directory.path, durability: .processCrash, codec: codec, seed: 3)
    try BaseBuilder.build(session.base, with: backend, in: environment)
    var part = whole
    if let steps { part.steps.removeLast(part.steps.count - steps) }
    let replay = Replay(
      session: session, plan: part, backend: backend, environment: environment,
      options: ReplayOptions(exportPath: directory.path + "-export"))
    let check = InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: nil, faults: [])
    _ = try replay.run(check: check)
  }

  /// Judges the store by a progress, by that of the whole plan if none is given.
  func verdict(acknowledged: Int? = nil, begun: Int? = nil) throws -> Verdict {
    let acknowledged = acknowledged ?? plan.steps.count
    let progress = ReplayProgress(acknowledgedStep: acknowledged, begunStep: begun ?? acknowledged)
    let judge = Judge(
      session: session, plan: plan, progress: progress, backend: backend, environment: environment)
    return try judge.verdict()
  }

  /// The number, from 1, of the n-th step that saves.
  func saveStep(_ number: Int) throws -> Int {
    let saves = plan.steps.indices.filter {
      if case .save = plan.steps[$0].action { true } else { false }
    }
    return try #require(saves.indices.contains(number) ? saves[number] + 1 : nil)
  }

  static func path(_ name: String) -> String { DocumentID(rawValue: 0xD0C).name + ".lnote/" + name }

  static func page(_ number: UInt64) -> String { path("pages/\(PageID(rawValue: number).name).content") }

  static func asset(_ number: UInt64) -> String { path("assets/\(AssetID(rawValue: number).name).jpg") }

  /// Puts other bytes in the place of an asset, as a store that mixes up its assets would.
  func replaceAsset(_ id: AssetID, by bytes: [UInt8]) throws {
    let store = try backend.init(environment)
    _ = try store.openDocument(session.base.document.id)
    try store.insertAsset(id, bytes: unsafe bytes.span.bytes)
    try store.closeDocument()
  }

  /// A list of pages that someone has changed, with the checksum that fits it.
  static func sealed(_ text: String) throws -> [UInt8] {
    let body = Array(text[..<(try #require(text.firstRange(of: ",\"checksum\"")).lowerBound)].utf8)
    let digits = String(unsafe checksum(body.span.bytes), radix: 16)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    return body + Array(",\"checksum\":\"\(padded)\"}\n".utf8)
  }

  func read(_ name: String) throws -> [UInt8] { try directory.read(name) }

  func write(_ bytes: [UInt8], to name: String) throws { _ = try directory.write(bytes, to: name) }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: directory.path + "/" + name)
  }

  /// Two pages, five strokes on the first, then an image on it, and a move of the first page to the end.
  ///
  /// Each change is a save; `seed` decides the samples and nothing else.
  static func session(seed: UInt64 = 0) -> Session {
    let policy = SavePolicy(trigger: .perStroke, delayMilliseconds: 0)
    var session = Fixtures.writingSession(strokes: 5, policy: policy)
    for index in session.arena.points.indices { session.arena.points[index].x += Int32(seed) }
    let document = Fixtures.document(pages: 2)
    session.base = .inline(document, pages: document.pages.map { Page(id: $0.id) })
    var now = session.events.map(\.endMilliseconds).max() ?? 0
    session.events.removeLast()
    let (asset, page) = (AssetID(rawValue: 0xA), document.pages[0].id)
    let image = PlacedImage(
      id: ElementID(rawValue: 99), frame: Frame(x: 0, y: 0, width: 100, height: 100), asset: asset)
    for action: Action in [
      .insertAsset(asset, byteCount: 3_000), .edit(page, .put(.image(image), index: 0), cause: .insert),
      .movePage(page, to: 1), .closeDocument,
    ] {
      now += 1_000
      session.events.append(Event(startMilliseconds: now, action: action))
    }
    return session
  }
}
