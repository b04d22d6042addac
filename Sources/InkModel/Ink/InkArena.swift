/// The samples and opaque bytes of many strokes, each kind in one contiguous array.
public struct InkArena: Sendable {
  public var points: [SamplePoint] = []
  public var opaque: [UInt8] = []

  /// Makes an empty arena.
  public init() {}

  /// Forgets the contents and keeps the memory.
  public mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    opaque.removeAll(keepingCapacity: true)
  }

  /// Copies a stroke's data from another arena to the end of this one, and returns the stroke as it lies
  /// here.
  public mutating func adopt(_ stroke: Stroke, from other: borrowing InkArena) -> Stroke {
    var copy = stroke
    copy.points = ArenaRange(start: points.count, count: Int(stroke.points.count))
    points.append(contentsOf: other.points[stroke.points.indices])
    guard stroke.opaque.count > 0 else {
      copy.opaque = .empty
      return copy
    }
    copy.opaque = ArenaRange(start: opaque.count, count: Int(stroke.opaque.count))
    opaque.append(contentsOf: other.opaque[stroke.opaque.indices])
    return copy
  }

  /// The samples of a stroke that lies in this arena.
  @_lifetime(borrow self)
  public func points(of stroke: Stroke) -> Span<SamplePoint> {
    points.span.extracting(stroke.points.indices)
  }

  /// The opaque bytes of a stroke that lies in this arena.
  @_lifetime(borrow self)
  public func opaque(of stroke: Stroke) -> Span<UInt8> {
    opaque.span.extracting(stroke.opaque.indices)
  }
}
