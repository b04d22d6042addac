import InkModel
import InkStorage
import InkTestFixtures
import Testing

/// What a writer does to a store of journals, and what every step must leave behind.
struct JournalScript {
  enum Step {
    case open(UInt64), close(UInt64)
    /// Strokes of so many samples; many of them fill a journal to its threshold.
    case draw(UInt64, stroke: UInt64, samples: Int)
    case erase(UInt64, stroke: UInt64)
    case add(UInt64, index: Int), delete(UInt64), move(UInt64, index: Int)
    case idle, closeDocument, openDocument
  }

  static let document = Fixtures.document(pages: 2)

  /// Every way to a compaction of a page and of the list, orphans that go, and a page made anew.
  static let steps: [Step] =
    [.open(1), .draw(1, stroke: 1, samples: 9), .add(7, index: 1), .open(7), .draw(7, stroke: 2, samples: 9)]
    + [.move(7, index: 0), .close(7), .draw(1, stroke: 3, samples: 9_000), .idle, .erase(1, stroke: 1)]
    + [
      .draw(1, stroke: 4, samples: 15_000), .draw(1, stroke: 5, samples: 9_000),
      .draw(1, stroke: 6, samples: 9),
    ]
    + [.delete(2), .close(1), .closeDocument, .openDocument, .open(7), .erase(7, stroke: 2), .delete(1)]
    + [.add(8, index: 0), .open(8), .draw(8, stroke: 8, samples: 9), .closeDocument]

  /// A store as it must be after some steps.
  struct State {
    var info = JournalScript.document
    var pages: [PageID: Page] = [:]
  }

  static func environment(_ directory: String) throws -> StoreEnvironment {
    StoreEnvironment(
      directory: directory, durability: .powerDurable, codec: try #require(BuiltInCodecs.named("packed")),
      seed: 5)
  }

  static func backend(_ name: String, _ directory: String) throws -> any StorageBackend {
    try #require(BuiltInBackends.named(name)).init(environment(directory))
  }

  /// Carries out a step on a state, and on a store where there is one.
  static func run(_ step: Step, on state: inout State, _ store: (any StorageBackend)? = nil) throws {
    switch step {
    case .open(let number):
      var page = Page(id: PageID(rawValue: number))
      try store?.openPage(page.id, into: &page)
    case .close(let number): try store?.closePage(PageID(rawValue: number))
    case .draw(let number, let stroke, let samples):
      var arena = InkArena()
      arena.points = Fixtures.points(count: samples, seed: stroke)
      let ink = Stroke(
        id: ElementID(rawValue: stroke), ink: Ink(), points: ArenaRange(start: 0, count: samples))
      let count = state.pages[PageID(rawValue: number)]?.elements.count ?? 0
      try save(.put(.stroke(ink), index: count), arena, of: number, &state, store)
    case .erase(let number, let stroke):
      try save(.remove(ElementID(rawValue: stroke)), InkArena(), of: number, &state, store)
    case .add(let number, let index):
      let info = PageInfo(id: PageID(rawValue: number))
      try store?.addPage(info, at: index)
      state.info.pages.insert(info, at: index)
    case .delete(let number):
      try store?.deletePage(PageID(rawValue: number))
      state.info.pages.removeAll { $0.id.rawValue == number }
      state.pages[PageID(rawValue: number)] = nil
    case .move(let number, let index):
      try store?.movePage(PageID(rawValue: number), to: index)
      let old = try #require(state.info.pages.firstIndex { $0.id.rawValue == number })
      state.info.pages.insert(state.info.pages.remove(at: old), at: index)
    case .idle: try store?.idle(milliseconds: 60_000)
    case .closeDocument: try store?.closeDocument()
    case .openDocument: _ = try store?.openDocument(document.id)
    }
  }

  private static func save(
    _ edit: Edit, _ arena: InkArena, of number: UInt64, _ state: inout State, _ store: (any StorageBackend)?
  ) throws {
    var page = state.pages[PageID(rawValue: number)] ?? Page(id: PageID(rawValue: number))
    try page.apply(edit, from: arena)
    try store?.save(
      ChangeSet(
        reason: .autosave, timeMilliseconds: 1,
        pages: [PageChange(page: page, edits: [edit], arena: arena)]))
    state.pages[page.id] = page
  }

  /// The states before the first step and after each.
  static func states() throws -> [State] {
    var state = State()
    var states = [state]
    for step in steps {
      try run(step, on: &state)
      states.append(state)
    }
    return states
  }
}
