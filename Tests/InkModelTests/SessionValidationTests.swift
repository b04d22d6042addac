import InkModel
import InkTestFixtures
import Testing

@Suite("Validity of sessions") struct SessionValidationTests {
  /// Three strokes on the one page of the fixture document; events 1 to 6.
  static func session(pages: Int = 1, _ actions: [Action] = [], after position: Int = 5) -> Session {
    var session = Fixtures.writingSession(strokes: 3)
    session.base = .inline(
      Fixtures.document(pages: pages), pages: (1...pages).map { Page(id: PageID(rawValue: UInt64($0))) })
    let now = session.events[position - 1].startMilliseconds
    session.events.insert(
      contentsOf: actions.map { Event(startMilliseconds: now, action: $0) }, at: position)
    return session
  }

  static let page = PageID(rawValue: 1)
  static let other = PageID(rawValue: 2)
  static let image = PlacedImage(
    id: ElementID(rawValue: 90), frame: Frame(x: 0, y: 0, width: 9, height: 9), asset: AssetID(rawValue: 7))

  static func edit(_ edit: Edit, on page: PageID = page) -> Action { .edit(page, edit, cause: .write) }

  static func stroke(_ id: UInt64, points: ArenaRange = .empty, opaque: ArenaRange = .empty) -> Stroke {
    Stroke(id: ElementID(rawValue: id), ink: Ink(), points: points, opaque: opaque)
  }

  @Test("A plain session is valid, and so is one with every kind of event in a sensible order")
  func valid() throws {
    try Self.session().validate()
    try Self.session(
      pages: 3,
      [
        .insertAsset(AssetID(rawValue: 7), byteCount: 10), Self.edit(.put(.image(Self.image), index: 3)),
        Self.edit(.move([ElementID(rawValue: 1)], dx: 4, dy: 5)), Self.edit(.remove(ElementID(rawValue: 2))),
        Self.edit(.put(.stroke(Self.stroke(2)), index: 1)),
        Self.edit(.replace(ElementID(rawValue: 1), pieces: [Self.stroke(50), Self.stroke(51)])),
        .addPage(PageInfo(id: PageID(rawValue: 9)), index: 3), .movePage(PageID(rawValue: 9), to: 0),
        .turnTo(PageID(rawValue: 9)), .deletePage(Self.page), .listLibrary, .export, .background,
        .terminateAndRelaunch, .turnTo(PageID(rawValue: 9)), .background, .foreground, .closeDocument,
        .listLibrary,
        .openDocument, .turnTo(Self.other),
      ]
    ).validate()
  }

  /// Events put after the third stroke, and the sentence they lead to.
  static let faults: [([Action], String)] = [
    ([.openDocument], "event 6: the document is open already"),
    ([.foreground], "event 6: the app is not in the background"),
    ([.terminateAndRelaunch], "event 6: the app is not in the background"),
    ([.background, .turnTo(page)], "event 7: the app is in the background"),
    ([.background, edit(.remove(ElementID(rawValue: 1)))], "event 7: the app is in the background"),
    (
      [.background, .terminateAndRelaunch, edit(.remove(ElementID(rawValue: 1)))],
      "event 8: page 0000000000000001 is not the one in view"
    ),
    ([.closeDocument, .export], "event 7: the document is not open"),
    ([.closeDocument, .background, .terminateAndRelaunch], "event 8: the document is not open"),
    (
      [.background, .terminateAndRelaunch, .deletePage(other), .turnTo(other)],
      "event 9: the document has no page 0000000000000002"
    ),
    ([.turnTo(PageID(rawValue: 5))], "event 6: the document has no page 0000000000000005"),
    (
      [edit(.remove(ElementID(rawValue: 1)), on: other)],
      "event 6: page 0000000000000002 is not the one in view"
    ),
    ([edit(.remove(ElementID(rawValue: 44)))], "event 6: no element 44 is on the page"),
    (
      [edit(.put(.stroke(stroke(44)), index: 9))],
      "event 6: element 44 can't be put at position 9 of the page"
    ),
    ([edit(.put(.stroke(stroke(2)), index: 0))], "event 6: element 2 is there already"),
    (
      [edit(.replace(ElementID(rawValue: 1), pieces: [stroke(2)]))], "event 6: element 2 is there already"
    ),
    (
      [edit(.put(.stroke(stroke(44, points: ArenaRange(start: 50, count: 11))), index: 0))],
      "event 6: stroke 44 names samples that the session does not have"
    ),
    (
      [edit(.put(.stroke(stroke(44, opaque: ArenaRange(start: 0, count: 1))), index: 0))],
      "event 6: stroke 44 names opaque bytes that the session does not have"
    ),
    (
      [edit(.put(.image(image), index: 0)), .insertAsset(image.asset, byteCount: 10)],
      "event 6: image 90 shows asset 0000000000000007, which is not there yet"
    ),
    (
      [.insertAsset(image.asset, byteCount: 10), .insertAsset(image.asset, byteCount: 10)],
      "event 7: asset 0000000000000007 is there already"
    ),
    (
      [.insertAsset(image.asset, byteCount: -1)], "event 6: asset 0000000000000007 has a negative size"
    ),
    (
      [edit(.move([ElementID(rawValue: 1), ElementID(rawValue: 2), ElementID(rawValue: 1)], dx: 1, dy: 1))],
      "event 6: element 1 is moved twice at once"
    ),
    ([edit(.move([ElementID(rawValue: 44)], dx: 1, dy: 1))], "event 6: no element 44 is on the page"),
    ([.deletePage(page)], "event 6: page 0000000000000001 is in view and can't be deleted"),
    ([.deletePage(other), .turnTo(other)], "event 7: the document has no page 0000000000000002"),
    ([.addPage(PageInfo(id: other), index: 0)], "event 6: page 0000000000000002 was there before"),
    (
      [.deletePage(other), .addPage(PageInfo(id: other), index: 0)],
      "event 7: page 0000000000000002 was there before"
    ),
    (
      [.addPage(PageInfo(id: PageID(rawValue: 9)), index: 3)],
      "event 6: the document has no place 3 for a page"
    ),
    ([.movePage(page, to: 2)], "event 6: the document has no place 2 for a page"),
    ([.movePage(page, to: -1)], "event 6: the document has no place -1 for a page"),
    ([.deletePage(other), .movePage(page, to: 1)], "event 7: the document has no place 1 for a page"),
    ([.movePage(PageID(rawValue: 5), to: 0)], "event 6: the document has no page 0000000000000005"),
    ([.deletePage(PageID(rawValue: 5))], "event 6: the document has no page 0000000000000005"),
  ]

  @Test("Each broken rule is named with its event", arguments: faults)
  func fault(actions: [Action], sentence: String) {
    let error = #expect(throws: SessionFault.self) { try Self.session(pages: 2, actions).validate() }
    #expect(error?.description == sentence)
  }

  @Test("A session must open its document first, close it last and run forwards")
  func frame() {
    var session = Self.session()
    session.events.removeFirst()
    #expect(throws: SessionFault(event: 1, reason: "a session begins by opening its document")) {
      try session.validate()
    }
    session = Self.session()
    session.events.removeLast()
    #expect(throws: SessionFault(event: 5, reason: "a session ends by closing its document")) {
      try session.validate()
    }
    session = Self.session()
    session.events[4].startMilliseconds = session.events[3].startMilliseconds - 1
    #expect(throws: SessionFault(event: 5, reason: "it begins before the event above it")) {
      try session.validate()
    }
    session = Self.session()
    session.events[5].startMilliseconds = 1 << 42
    #expect(throws: Never.self) { try session.validate() }
    session.events[5].startMilliseconds += 1
    #expect(
      throws: SessionFault(event: 6, reason: "it begins more than 4398046511104 ms after the session did")
    ) {
      try session.validate()
    }
    session.events = []
    #expect(throws: SessionFault(event: nil, reason: "a session begins by opening its document")) {
      try session.validate()
    }
  }

  /// Changes of the base, and the sentence they lead to.
  static let baseFaults: [(@Sendable (inout Base) -> Void, String)] = [
    ({ $0.document.pages[1].id = page }, "page 0000000000000001 stands twice in the document"),
    (
      { $0.assets = [BaseAsset(id: image.asset, byteCount: 1), BaseAsset(id: image.asset, byteCount: 1)] },
      "asset 0000000000000007 stands twice in the base"
    ),
    (
      { $0.assets = [BaseAsset(id: image.asset, byteCount: -1)] },
      "asset 0000000000000007 has a negative size"
    ),
    (
      { $0.source = InlinePages([Page(id: page), withImage(other)]) },
      "image 90 shows asset 0000000000000007, which the base does not have"
    ),
    (
      {
        $0.assets = [BaseAsset(id: image.asset, byteCount: 1)]
        $0.source = InlinePages([withImage(page), withImage(other)])
      }, "element 90 is there already"
    ),
    ({ $0.source = InlinePages([Page(id: page)]) }, "the base has no page 1"),
    (
      { $0.source = InlinePages([Page(id: other), Page(id: page)]) },
      "the base gives page 0000000000000002 where page 0000000000000001 was expected"
    ),
  ]

  static func withImage(_ id: PageID) -> Page {
    var page = Page(id: id)
    page.append(.image(image), from: InkArena())
    return page
  }

  @Test("A base that can't be is named as a fault of the whole session", arguments: baseFaults.indices)
  func base(index: Int) {
    let (change, sentence) = Self.baseFaults[index]
    var session = Self.session(pages: 2)
    change(&session.base)
    #expect(throws: SessionFault(event: nil, reason: sentence)) { try session.validate() }
  }

  /// Counts how often each page is made.
  private final class CountingPages: PageSource, @unchecked Sendable {
    var made: [Int] = []
    func fill(_ page: inout Page, index: Int) throws(PageSourceError) {
      made.append(index)
      page.reset(id: PageID(rawValue: UInt64(index + 1)))
    }
  }

  @Test("Only pages that an event edits are made, and each once")
  func lazyPages() throws {
    let source = CountingPages()
    var session = Self.session(pages: 5, [.turnTo(Self.other), .turnTo(Self.page)])
    session.base.source = source
    try session.validate()
    #expect(source.made == [0])
  }
}
