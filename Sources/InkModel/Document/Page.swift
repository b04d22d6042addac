/// A page held in memory: an ordered list of elements and the arena that their data lies in.
///
/// The order of the elements is the order in which they are drawn. Removing a stroke leaves its samples
/// behind in the arena until they outweigh the live ones; then the arena is rebuilt.
public struct Page: Sendable {
  public var id: PageID
  public private(set) var elements: [Element] = []
  public private(set) var arena = InkArena()
  /// Samples of the arena that belong to no element any more.
  public private(set) var deadPointCount = 0

  /// Makes an empty page.
  public init(id: PageID) { self.id = id }

  /// Samples of all strokes on the page.
  public var pointCount: Int { arena.points.count - deadPointCount }

  /// Whether the arena holds exactly the elements' data, in the elements' order.
  ///
  /// A codec may then copy the arena as one piece.
  public var isArenaInElementOrder: Bool {
    var pointsEnd: UInt32 = 0
    var opaqueEnd: UInt32 = 0
    for case .stroke(let stroke) in elements {
      guard stroke.points.count == 0 || stroke.points.start == pointsEnd else { return false }
      guard stroke.opaque.count == 0 || stroke.opaque.start == opaqueEnd else { return false }
      pointsEnd += stroke.points.count
      opaqueEnd += stroke.opaque.count
    }
    return Int(pointsEnd) == arena.points.count && Int(opaqueEnd) == arena.opaque.count
  }

  /// Empties the page and gives it another name; memory is kept.
  public mutating func reset(id: PageID) {
    self.id = id
    elements.removeAll(keepingCapacity: true)
    arena.removeAll()
    deadPointCount = 0
  }

  /// Appends an element whose data lies in another arena.
  public mutating func append(_ element: Element, from other: borrowing InkArena) {
    insert(element, at: elements.count, from: other)
  }

  /// Appends a stroke given by its samples.
  public mutating func appendStroke(id: ElementID, ink: Ink, points: Span<SamplePoint>, opaque: Span<UInt8>) {
    let start = arena.points.count
    let opaqueStart = arena.opaque.count
    for index in points.indices { arena.points.append(points[index]) }
    for index in opaque.indices { arena.opaque.append(opaque[index]) }
    elements.append(
      .stroke(
        Stroke(
          id: id, ink: ink, points: ArenaRange(start: start, count: points.count),
          opaque: opaque.isEmpty ? .empty : ArenaRange(start: opaqueStart, count: opaque.count))))
  }

  /// Lets a reader fill the arena directly, and then name the elements that lie in it.
  ///
  /// For codecs: samples can be read from a file straight into place. The ranges of the elements must lie
  /// within the arena and must not overlap.
  public mutating func fill<Failure: Error>(
    _ body: (_ elements: inout [Element], _ arena: inout InkArena) throws(Failure) -> Void
  ) throws(Failure) {
    try body(&elements, &arena)
    var live = 0
    for case .stroke(let stroke) in elements { live += Int(stroke.points.count) }
    deadPointCount = arena.points.count - live
  }

  /// Where an element stands in the drawing order; nil if it is not on the page.
  public func index(of id: ElementID) -> Int? {
    // From the top, because most edits name what was drawn last.
    elements.lastIndex { $0.id == id }
  }

  /// The samples of one of the page's strokes.
  @_lifetime(borrow self)
  public func points(of stroke: Stroke) -> Span<SamplePoint> { arena.points(of: stroke) }

  /// The opaque bytes of one of the page's strokes.
  @_lifetime(borrow self)
  public func opaque(of stroke: Stroke) -> Span<UInt8> { arena.opaque(of: stroke) }

  /// Carries out an edit whose strokes lie in another arena.
  public mutating func apply(_ edit: Edit, from other: borrowing InkArena) throws(EditError) {
    switch edit {
    case .put(let element, let index):
      guard index >= 0, index <= elements.count else { throw .indexOutOfRange(element.id, index) }
      insert(element, at: index, from: other)
    case .remove(let id):
      guard let index = index(of: id) else { throw .unknownElement(id) }
      retire(elements.remove(at: index))
    case .replace(let id, let pieces):
      guard let index = index(of: id) else { throw .unknownElement(id) }
      retire(elements.remove(at: index))
      for (offset, piece) in pieces.enumerated() {
        insert(.stroke(piece), at: index + offset, from: other)
      }
    case .move(let ids, let dx, let dy):
      for id in ids {
        guard let index = index(of: id) else { throw .unknownElement(id) }
        move(at: index, dx: dx, dy: dy)
      }
    }
  }

  private mutating func insert(_ element: Element, at index: Int, from other: borrowing InkArena) {
    switch element {
    case .stroke(let stroke): elements.insert(.stroke(arena.adopt(stroke, from: other)), at: index)
    case .image: elements.insert(element, at: index)
    }
  }

  private mutating func move(at index: Int, dx: Int32, dy: Int32) {
    switch elements[index] {
    case .stroke(let stroke):
      for point in stroke.points.indices {
        arena.points[point].x &+= dx
        arena.points[point].y &+= dy
      }
    case .image(var image):
      image.frame.x &+= dx
      image.frame.y &+= dy
      elements[index] = .image(image)
    }
  }

  private mutating func retire(_ element: Element) {
    guard case .stroke(let stroke) = element else { return }
    deadPointCount += Int(stroke.points.count)
    if deadPointCount > Self.deadPointsTolerated, deadPointCount > pointCount { rebuildArena() }
  }

  private mutating func rebuildArena() {
    var fresh = InkArena()
    fresh.points.reserveCapacity(pointCount)
    for index in elements.indices {
      guard case .stroke(let stroke) = elements[index] else { continue }
      elements[index] = .stroke(fresh.adopt(stroke, from: arena))
    }
    arena = fresh
    deadPointCount = 0
  }

  /// Below this a rebuild costs more than the memory it frees: 64 KiB of samples.
  private static let deadPointsTolerated = 4_096
}

extension Page {
  /// Whether two pages show the same elements in the same order, with equal samples and opaque bytes.
  ///
  /// Where the data lies in the arena does not matter.
  public func hasSameContent(as other: borrowing Page) -> Bool { firstDifference(from: other) == nil }

  /// The first place at which two pages differ, as a sentence for people; nil if their content is equal.
  public func firstDifference(from other: borrowing Page) -> String? {
    for index in 0..<min(elements.count, other.elements.count) {
      switch (elements[index], other.elements[index]) {
      case (.image(let mine), .image(let theirs)):
        guard mine == theirs else { return "element \(index): image \(mine.id.rawValue) differs" }
      case (.stroke(let mine), .stroke(let theirs)):
        guard mine.id == theirs.id else {
          return "element \(index): stroke \(mine.id.rawValue) where \(theirs.id.rawValue) was expected"
        }
        guard mine.ink == theirs.ink else { return "element \(index): ink differs" }
        guard mine.points.count == theirs.points.count else {
          return "element \(index): \(mine.points.count) points where \(theirs.points.count) were expected"
        }
        guard arena.points[mine.points.indices] == other.arena.points[theirs.points.indices] else {
          return "element \(index): the points of stroke \(mine.id.rawValue) differ"
        }
        guard arena.opaque[mine.opaque.indices] == other.arena.opaque[theirs.opaque.indices] else {
          return "element \(index): the opaque bytes of stroke \(mine.id.rawValue) differ"
        }
      default: return "element \(index): of another kind than expected"
      }
    }
    guard elements.count == other.elements.count else {
      return "\(elements.count) elements where \(other.elements.count) were expected"
    }
    return nil
  }
}
