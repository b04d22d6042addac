import Foundation
import InkModel
@testable import RecorderSnippet

/// Plays a session into a recorder as an app would have called it.
struct Playback {
  private let session: Session
  private var pages: [PageID: Page] = [:]

  init(_ session: Session) { self.session = session }

  /// Calls the recorder for every event; after each tenth stroke a closure may report a save.
  func play(into recorder: SessionRecorder, savedAt: (Double) -> Void = { _ in }) throws {
    var playback = self
    try playback.run(recorder, savedAt)
  }

  private mutating func run(_ recorder: SessionRecorder, _ savedAt: (Double) -> Void) throws {
    for (index, info) in session.base.document.pages.enumerated() {
      var page = Page(id: info.id)
      try session.base.source.fill(&page, index: index)
      pages[info.id] = page
    }
    var count = 0
    for event in session.events {
      let time = Double(event.startMilliseconds) / 1_000
      let seconds = Double(event.durationMilliseconds) / 1_000
      switch event.action {
      case .openDocument: recorder.open(document, at: time)
      case .closeDocument: recorder.close(at: time)
      default:
        guard let recorded = try recorded(event.action) else { continue }
        recorder.record(recorded, at: time, lasting: seconds)
      }
      if case .edit(_, .put, cause: .write) = event.action { count += 1 }
      if case .edit = event.action, count % 10 == 9 { savedAt(time + seconds / 2) }
    }
  }

  private var document: SessionRecorder.Document {
    SessionRecorder.Document(
      id: session.base.document.id.rawValue, title: session.base.document.title,
      pages: session.base.document.pages.map(page),
      assetByteCounts: Dictionary(
        session.base.assets.map { ($0.id.rawValue, $0.byteCount) }, uniquingKeysWith: { first, _ in first }))
  }

  private mutating func recorded(_ action: Action) throws -> SessionRecorder.Event? {
    switch action {
    case .edit(let page, let edit, let cause):
      try pages[page, default: Page(id: page)].apply(edit, from: session.arena)
      return .edit(self.edit(edit), page: page.rawValue, cause: cause.rawValue)
    case .insertAsset(let id, let byteCount): return .insertAsset(id.rawValue, byteCount: byteCount)
    case .turnTo(let id):
      let page = pages[id] ?? Page(id: id)
      return .turn(to: id.rawValue, elements: page.elements.map { element($0, in: page.arena) })
    case .addPage(let info, let index): return .addPage(page(info), index: index)
    case .deletePage(let id): return .deletePage(id.rawValue)
    case .movePage(let id, let index): return .movePage(id.rawValue, to: index)
    case .background: return .background
    case .foreground: return .foreground
    case .export: return .export
    case .terminateAndRelaunch, .openDocument, .closeDocument, .listLibrary: return nil
    }
  }

  private func edit(_ edit: Edit) -> SessionRecorder.Edit {
    switch edit {
    case .put(let put, let index): .put(element(put, in: session.arena), index: index)
    case .remove(let id): .remove(id.rawValue)
    case .replace(let id, let pieces):
      .replace(id.rawValue, pieces: pieces.map { stroke($0, in: session.arena) })
    case .move(let ids, let dx, let dy):
      .move(ids.map(\.rawValue), dx: Double(dx) / 10, dy: Double(dy) / 10)
    }
  }

  private func page(_ info: PageInfo) -> SessionRecorder.Page {
    SessionRecorder.Page(
      id: info.id.rawValue, width: Double(info.canvas.width) / 10, height: Double(info.canvas.height) / 10)
  }

  private func element(_ element: Element, in arena: InkArena) -> SessionRecorder.Element {
    switch element {
    case .stroke(let stroke): .stroke(self.stroke(stroke, in: arena))
    case .image(let image):
      .image(
        SessionRecorder.Image(
          id: image.id.rawValue, asset: image.asset.rawValue, x: Double(image.frame.x) / 10,
          y: Double(image.frame.y) / 10, width: Double(image.frame.width) / 10,
          height: Double(image.frame.height) / 10))
    }
  }

  private func stroke(_ stroke: Stroke, in arena: InkArena) -> SessionRecorder.Stroke {
    let samples = arena.points[stroke.points.indices].map {
      SessionRecorder.Sample(
        x: Double($0.x) / 10, y: Double($0.y) / 10, seconds: Double($0.t) / 1_000,
        pressure: Double($0.pressure) / 1_000, radius: Double($0.radius) / 10)
    }
    return SessionRecorder.Stroke(
      id: stroke.id.rawValue, tool: ["pen", "pencil", "highlighter"][Int(stroke.ink.tool.rawValue)],
      colour: stroke.ink.colour, width: Double(stroke.ink.width) / 10, samples: samples,
      appData: Data(arena.opaque[stroke.opaque.indices]))
  }
}
