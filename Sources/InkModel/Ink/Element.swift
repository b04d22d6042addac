/// What a pen was when it drew a stroke.
public enum Tool: UInt8, BitwiseCopyable, Hashable, Sendable, CaseIterable, Codable {
  case pen, pencil, highlighter
}

/// The look of a stroke.
public struct Ink: BitwiseCopyable, Hashable, Sendable {
  public var tool: Tool
  /// Red, green, blue and alpha, eight bits each, red in the highest byte.
  public var colour: UInt32
  /// Nominal width of the line, in tenths of a point.
  public var width: UInt16

  /// Makes an ink from its tool, colour and width.
  public init(tool: Tool = .pen, colour: UInt32 = 0x1A1A_1AFF, width: UInt16 = 10) {
    self.tool = tool
    self.colour = colour
    self.width = width
  }
}

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

/// A rectangle on a page, in tenths of a point.
public struct Frame: BitwiseCopyable, Hashable, Sendable {
  public var x: Int32
  public var y: Int32
  public var width: Int32
  public var height: Int32

  /// Makes a rectangle from its origin and size, in tenths of a point.
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// An image on a page; its bytes are an asset of the document.
public struct PlacedImage: BitwiseCopyable, Hashable, Sendable {
  public var id: ElementID
  public var frame: Frame
  public var asset: AssetID

  /// Makes an image that shows an asset in a frame.
  public init(id: ElementID, frame: Frame, asset: AssetID) {
    self.id = id
    self.frame = frame
    self.asset = asset
  }
}

/// Anything that lies on a page.
public enum Element: BitwiseCopyable, Hashable, Sendable {
  case stroke(Stroke)
  case image(PlacedImage)

  public var id: ElementID {
    switch self {
    case .stroke(let stroke): stroke.id
    case .image(let image): image.id
    }
  }
}
