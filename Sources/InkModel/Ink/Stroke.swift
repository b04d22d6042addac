/// A run of consecutive items of an arena.
public struct ArenaRange: BitwiseCopyable, Hashable, Sendable {
  public var start: UInt32
  public var count: UInt32

  /// Makes a run from its first index and its length.
  public init(start: Int, count: Int) {
    self.start = UInt32(start)
    self.count = UInt32(count)
  }

  /// The run as array indices.
  public var indices: Range<Int> { Int(start)..<(Int(start) + Int(count)) }

  /// No items.
  public static let empty = ArenaRange(start: 0, count: 0)
}

/// One stroke; its points and opaque bytes lie in the arena of whatever holds it.
public struct Stroke: BitwiseCopyable, Hashable, Sendable {
  public var id: ElementID
  public var ink: Ink
  /// The stroke's samples, in the holder's `arena.points`.
  public var points: ArenaRange
  /// Bytes that only the app understands, in the holder's `arena.opaque`.
  public var opaque: ArenaRange

  /// Makes a stroke whose samples and opaque bytes already lie in an arena.
  public init(id: ElementID, ink: Ink, points: ArenaRange, opaque: ArenaRange = .empty) {
    self.id = id
    self.ink = ink
    self.points = points
    self.opaque = opaque
  }
}
