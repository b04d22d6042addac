import InkModel
import InkReplay
import InkReport
import InkRun
import InkStorage
import InkTestFixtures
import Testing

@testable import InkCrash

/// Lives of one store in this process.
struct FaultBench {
  private let directory: TemporaryDirectory
  private let session: Session
  private let backend: any StorageBackend.Type
  private let durability: Durability

  init(
    _ backend: any StorageBackend.Type, durability: Durability = .powerDurable,
    session: Session = Self.session
  ) throws {
    directory = try TemporaryDirectory.inMemory()
    self.backend = backend
    self.durability = durability
    self.session = session
  }

  init(_ name: String, durability: Durability = .powerDurable) throws {
    try self.init(try #require(BuiltInBackends.named(name)), durability: durability)
  }

  /// A few strokes, a page that comes and goes, another that moves, a relaunch, and what an excerpt ends
  /// with: images, stays in the background and the close.
  static var session: Session {
    var session = Fixtures.writingSession(strokes: 4)
    let first = session.base.document.pages[0].id
    var now = session.events.removeLast().startMilliseconds
    let (second, third) = (PageID(rawValue: 0xB2), PageID(rawValue: 0xB3))
    let stroke = Stroke(id: ElementID(rawValue: 50), ink: Ink(), points: ArenaRange(start: 0, count: 5))
    let later = Stroke(id: ElementID(rawValue: 51), ink: Ink(), points: ArenaRange(start: 5, count: 5))
    for action: Action in [
      .addPage(PageInfo(id: second), index: 1), .turnTo(second),
      .edit(second, .put(.stroke(stroke), index: 0), cause: .write), .addPage(PageInfo(id: third), index: 0),
      .turnTo(first), .deletePage(third), .movePage(second, to: 0), .background, .terminateAndRelaunch,
      .turnTo(first), .edit(first, .put(.stroke(later), index: 0), cause: .write), .listLibrary,
    ] {
      now += 4_000
      session.events.append(Event(startMilliseconds: now, action: action))
    }
    return session.crashExcerpt(eventsMax: session.events.count)
  }

  /// A stroke, and an image that is too large to lie inside a database.
  static var sessionWithLargeImage: Session {
    var session = Fixtures.writingSession(strokes: 1)
    let page = session.base.document.pages[0].id
    var now = session.events.removeLast().startMilliseconds
    let image = PlacedImage(
      id: ElementID(rawValue: 98), frame: Frame(x: 0, y: 0, width: 9, height: 9),
      asset: AssetID(rawValue: 0xB16))
    for action: Action in [
      .insertAsset(image.asset, byteCount: 150_000),
      .edit(page, .put(.image(image), index: 0), cause: .insert),
    ] {
      now += 4_000
      session.events.append(Event(startMilliseconds: now, action: action))
    }
    return session.crashExcerpt(eventsMax: session.events.count)
  }

  /// The answers to some moments; a store that does not live untouched throws.
  func answers(_ moments: [FaultMoment]) throws -> [FaultLine] {
    let codec = try #require(BuiltInCodecs.named("packed"))
    var worker = try FaultWorker(
      FaultTask(
        backend: backend.traits.name, codec: "packed", durability: durability, seed: 3,
        session: .file(path: ""), place: directory.path, moments: moments),
      session: session, backend: backend, codec: codec)
    var lines: [FaultLine] = []
    worker.work {
      lines.append($0)
      return true
    }
    return lines
  }

  /// Lives so many lives of a fault, evenly spread.
  func lives(_ fault: FaultMoment, _ count: Int = 1_000) throws -> [LifeVerdict] {
    guard case .surveyed(let stretches)? = try answers([fault]).first else {
      Issue.record("\(fault.text) was not surveyed")
      return []
    }
    let moments = FaultNumbers.pick(count, of: stretches, seed: 1).map {
      FaultMoment(fault.fault, fault.span, at: $0)
    }
    let second = try FaultBench(backend, durability: durability, session: session)
    return try second.answers(moments).compactMap {
      if case .lived(let verdict) = $0 { verdict } else { nil }
    }
  }
}
