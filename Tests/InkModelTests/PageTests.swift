import InkModel
import InkTestFixtures
import Testing

@Suite("Pages and edits") struct PageTests {
  private let arena = InkArena()

  @Test("A put stroke lies where its index says, with its samples")
  func putAtIndex() throws {
    var page = Fixtures.page(strokes: 3)
    let source = Fixtures.page(strokes: 1, pointsPerStroke: 7, seed: 9)
    guard case .stroke(var stroke) = source.elements[0] else { return }
    stroke.id = ElementID(rawValue: 99)
    try page.apply(.put(.stroke(stroke), index: 1), from: source.arena)
    #expect(page.elements.map(\.id.rawValue) == [1, 99, 2, 3])
    guard case .stroke(let put) = page.elements[1] else { return }
    let points = page.points(of: put)
    #expect(points.indices.map { points[$0] } == Fixtures.points(count: 7, seed: 9_000))
  }

  @Test("A replaced stroke leaves its pieces at its place in the drawing order")
  func replaceKeepsPlace() throws {
    var page = Fixtures.page(strokes: 3)
    let pieces = Fixtures.page(strokes: 2, pointsPerStroke: 4, seed: 5)
    let strokes = pieces.elements.compactMap { element -> Stroke? in
      guard case .stroke(var stroke) = element else { return nil }
      stroke.id = ElementID(rawValue: stroke.id.rawValue + 50)
      return stroke
    }
    try page.apply(.replace(ElementID(rawValue: 2), pieces: strokes), from: pieces.arena)
    #expect(page.elements.map(\.id.rawValue) == [1, 51, 52, 3])
    #expect(page.pointCount == 20 + 4 + 4 + 20)
  }

  @Test("A move shifts every sample of the named elements and nothing else")
  func moveShifts() throws {
    var page = Fixtures.page(strokes: 2)
    let before = page
    try page.apply(.move([ElementID(rawValue: 2)], dx: 5, dy: -7), from: arena)
    guard case .stroke(let first) = page.elements[0], case .stroke(let second) = page.elements[1] else {
      return
    }
    #expect(page.arena.points[first.points.indices] == before.arena.points[first.points.indices])
    for index in second.points.indices {
      #expect(page.arena.points[index].x == before.arena.points[index].x + 5)
      #expect(page.arena.points[index].y == before.arena.points[index].y - 7)
    }
  }

  @Test("Erasing most of a page gives its memory back and keeps the rest as it was")
  func erasureCompacts() throws {
    var page = Fixtures.page(strokes: 400)
    let before = page
    for id in 1...390 { try page.apply(.remove(ElementID(rawValue: UInt64(id))), from: arena) }
    #expect(page.pointCount == 200)
    #expect(page.arena.points.count < 8_000)
    var expected = Page(id: page.id)
    for element in before.elements.suffix(10) { expected.append(element, from: before.arena) }
    #expect(page.firstDifference(from: expected) == nil)
  }

  @Test("An edit of an element that is not there is refused and changes nothing")
  func unknownElement() {
    var page = Fixtures.page(strokes: 2)
    let before = page
    #expect(throws: EditError.unknownElement(ElementID(rawValue: 77))) {
      try page.apply(.remove(ElementID(rawValue: 77)), from: arena)
    }
    #expect(page.hasSameContent(as: before))
  }

  @Test("Any difference in content is found, and where the data lies makes none")
  func differences() throws {
    let page = Fixtures.page(strokes: 12, images: true, opaqueBytesPerStroke: 3)
    var scattered = Page(id: page.id)
    let extra = Fixtures.page(strokes: 1, seed: 8)
    guard case .stroke(var stroke) = extra.elements[0] else { return }
    stroke.id = ElementID(rawValue: 999)
    scattered.append(.stroke(stroke), from: extra.arena)
    for element in page.elements { scattered.append(element, from: page.arena) }
    try scattered.apply(.remove(ElementID(rawValue: 999)), from: arena)
    #expect(scattered.firstDifference(from: page) == nil)

    var moved = page
    try moved.apply(.move([ElementID(rawValue: 5)], dx: 1, dy: 0), from: arena)
    #expect(moved.firstDifference(from: page)?.contains("points of stroke 5") == true)
    var shorter = page
    try shorter.apply(.remove(ElementID(rawValue: 12)), from: arena)
    #expect(shorter.firstDifference(from: page) != nil)
    var shifted = page
    try shifted.apply(.move([ElementID(rawValue: 1_000_009)], dx: 0, dy: 1), from: arena)
    #expect(shifted.firstDifference(from: page)?.contains("image") == true)
  }
}
