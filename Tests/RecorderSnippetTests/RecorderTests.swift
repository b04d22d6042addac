import Foundation
import InkModel
import InkRun
import InkSimulation
import InkTestFixtures
import InkTrace
@testable import RecorderSnippet
import Testing

/// The recorder that the documentation gives to apps, fed with real sessions.
@Suite("The recorder for apps") struct RecorderTests {
  private let directory: TemporaryDirectory
  private var folder: URL { URL(filePath: directory.path) }

  init() throws { directory = try TemporaryDirectory() }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().map {
      directory.path + "/" + $0
    }
  }

  /// A session of a few minutes with erasures, lassos, images, undo and trips to the background.
  private static func writing(minutes: Int = 20, seed: UInt64 = 5) throws -> Session {
    let workload = try Workload(
      json: """
        {"schema":"inkbench-workload/1","name":"small","session":{"minutes":\(minutes)},
         "document":{"basePages":3},"page":{"strokesPerPage":20}}
        """)
    return try Simulator.session(of: workload, seed: seed)
  }

  @Test("What an app records comes back event by event, replays, and has the app's own saves")
  func faithful() throws {
    let session = try Self.writing()
    let recorder = SessionRecorder(directory: folder, app: "Test")
    try Playback(session).play(into: recorder) { time in
      recorder.saved(
        "autosave", at: time, lasting: 0.0153, bytes: 61_000, error: time > 600 ? "disk full" : nil)
    }
    recorder.waitUntilWritten()
    let path = try #require(files().first)
    #expect(try files().count == 1)
    let back = try SessionFile.load(path)
    try back.validate()
    #expect(back.origin == .recorded(app: "Test"))
    #expect(back.times == .recorded)
    #expect(back.droppedEventCount == 0)
    #expect(back.events.map(\.startMilliseconds) == session.events.map(\.startMilliseconds))
    #expect(back.events.map(\.durationMilliseconds) == session.events.map(\.durationMilliseconds))
    for (mine, theirs) in zip(session.events, back.events) {
      #expect(content(of: mine, in: session.arena) == content(of: theirs, in: back.arena))
    }
    #expect(back.recordedSaves.count > 20)
    // The article says 13 bytes a sample; what a page held when it came into view is counted apart.
    let lines = String(decoding: try directory.read(URL(filePath: path).lastPathComponent), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("{\"start\"") }
    let bytes = lines.reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(12.0...14.5 ~= Double(bytes) / Double(session.arena.points.count))
    #expect(kinds(of: session).isSuperset(of: ["write", "erase", "partialErase", "lasso", "undo"]))
    #expect(back.recordedSaves.allSatisfy { $0.durationMicroseconds == 15_300 && $0.byteCount == 61_000 })
    #expect(Set(back.recordedSaves.map(\.error)) == [nil, "disk full"])
    #expect(
      back.recordedSaves.map(\.startMilliseconds) == back.recordedSaves.map(\.startMilliseconds).sorted())
  }

  @Test("A file that is full ends at a page turn, and each piece is a session of its own")
  func rotation() throws {
    let session = try Self.writing(minutes: 40)
    var limits = SessionRecorder.Limits()
    limits.fileBytes = 200_000
    let recorder = SessionRecorder(directory: folder, app: "Test", limits: limits)
    try Playback(session).play(into: recorder)
    recorder.waitUntilWritten()
    #expect(try files().count > 1)
    var edits = 0
    var dropped = 0
    for path in try files() {
      let back = try SessionFile.load(path)
      try back.validate()
      edits += back.events.count { if case .edit = $0.action { true } else { false } }
      dropped += back.droppedEventCount
    }
    let made = session.events.count { if case .edit = $0.action { true } else { false } }
    #expect(edits + dropped == made)
  }

  @Test("A file that is full on one page ends there, and counts what it dropped")
  func overflow() throws {
    var limits = SessionRecorder.Limits()
    limits.fileBytes = 3_000
    let session = Fixtures.writingSession(strokes: 200)
    let recorder = SessionRecorder(directory: folder, app: "Test", limits: limits)
    try Playback(session).play(into: recorder)
    recorder.waitUntilWritten()
    let back = try SessionFile.load(try #require(files().first))
    try back.validate()
    #expect(back.droppedEventCount > 0)
    #expect(back.droppedEventCount + back.events.count == session.events.count)
  }

  @Test("A queue that is full drops the newest, and what was before stays sound", arguments: [15, 100])
  func fullQueue(queuedSamples: Int) throws {
    var limits = SessionRecorder.Limits()
    limits.queuedSamples = queuedSamples
    let session = Fixtures.writingSession(strokes: 2_000)
    let recorder = SessionRecorder(directory: folder, app: "Test", limits: limits)
    try Playback(session).play(into: recorder)
    recorder.waitUntilWritten()
    let back = try SessionFile.load(try #require(files().first))
    try back.validate()
    #expect(back.droppedEventCount + back.events.count == session.events.count)
    // No stroke of twenty samples ever fits the smaller queue.
    if queuedSamples == 15 { #expect(back.droppedEventCount == 2_000) }
  }

  @Test("In the background the file is whole, so that the system may end the app")
  func background() throws {
    let recorder = SessionRecorder(directory: folder, app: "Test")
    recorder.open(Self.document, at: 10)
    recorder.record(.turn(to: 1, elements: []), at: 10)
    recorder.record(Self.put(id: 1), at: 11, lasting: 0.3)
    recorder.record(.background, at: 12)
    recorder.waitUntilWritten()
    let early = try SessionFile.load(try #require(files().first))
    try early.validate()
    #expect(early.events.count == 6)
    recorder.record(.foreground, at: 20)
    recorder.record(Self.put(id: 2, index: 1), at: 21, lasting: 0.3)
    recorder.close(at: 22)
    recorder.waitUntilWritten()
    #expect(try files().count == 1)
    let late = try SessionFile.load(try #require(files().first))
    try late.validate()
    #expect(late.events.map(\.startMilliseconds) == [0, 0, 1_000, 2_000, 10_000, 11_000, 12_000])
  }

  @Test("What no pen can send is written as what a session can hold")
  func oddNumbers() throws {
    let odd = [Double.nan, .infinity, -.infinity, -1, 0, 1e300, .leastNonzeroMagnitude]
    let recorder = SessionRecorder(directory: folder, app: "\"\\\n\u{0}")
    recorder.open(Self.document, at: .nan)
    recorder.record(.turn(to: 1, elements: []), at: 5)
    for (index, value) in odd.enumerated() {
      let samples = odd.map {
        SessionRecorder.Sample(x: value, y: $0, seconds: value, pressure: $0, radius: value)
      }
      let stroke = SessionRecorder.Stroke(id: UInt64(index + 1), width: value, samples: samples)
      recorder.record(
        .edit(.put(.stroke(stroke), index: index), page: 1, cause: "write"), at: value, lasting: value)
      recorder.saved(
        "other", at: value, lasting: value, bytes: 1, error: String(repeating: "👩🏽‍🎨", count: 900))
    }
    recorder.record(Self.put(id: 99, index: 7, page: 2), at: 6)
    recorder.close(at: -1)
    recorder.waitUntilWritten()
    let back = try SessionFile.load(try #require(files().first))
    try back.validate()
    #expect(back.recordedSaves.count == odd.count)
    // The edit of a page that is not in view can't be replayed.
    #expect(back.droppedEventCount == 1)
  }

  @Test("Only so many files are kept, and nothing that is not the recorder's is deleted")
  func retention() throws {
    _ = try directory.write([1], to: "aaa.inksession")
    var limits = SessionRecorder.Limits()
    limits.fileCount = 3
    let recorder = SessionRecorder(directory: folder, app: "Test", limits: limits)
    for time in 0..<8 {
      recorder.open(Self.document, at: Double(time))
      recorder.record(.turn(to: 1, elements: []), at: Double(time))
      recorder.close(at: Double(time) + 0.5)
    }
    recorder.waitUntilWritten()
    #expect(try files().count == 4)
    #expect(try directory.read("aaa.inksession") == [1])
  }

  private func kinds(of session: Session) -> Set<String> {
    Set(
      session.events.compactMap { event in
        if case .edit(_, _, let cause) = event.action { "\(cause)" } else { nil }
      })
  }

  private static let document = SessionRecorder.Document(
    id: 1, pages: [SessionRecorder.Page(id: 1, width: 595, height: 842)])

  private static func put(id: UInt64, index: Int = 0, page: UInt64 = 1) -> SessionRecorder.Event {
    let sample = SessionRecorder.Sample(x: 1, y: 2, seconds: 0, pressure: 0.5, radius: 1)
    let stroke = SessionRecorder.Stroke(id: id, samples: [sample])
    return .edit(.put(.stroke(stroke), index: index), page: page, cause: "write")
  }

  /// An event without the places where its data lies, then that data.
  private func content(of event: Event, in arena: InkArena) -> [String] {
    var placeless = event
    var data: [String] = []
    func lift(_ stroke: Stroke) -> Stroke {
      data.append("\(arena.points[stroke.points.indices]) \(arena.opaque[stroke.opaque.indices])")
      return Stroke(id: stroke.id, ink: stroke.ink, points: .empty)
    }
    switch event.action {
    case .edit(let page, .put(.stroke(let stroke), let index), let cause):
      placeless.action = .edit(page, .put(.stroke(lift(stroke)), index: index), cause: cause)
    case .edit(let page, .replace(let id, let pieces), let cause):
      placeless.action = .edit(page, .replace(id, pieces: pieces.map(lift)), cause: cause)
    default: break
    }
    return ["\(placeless)"] + data
  }
}
