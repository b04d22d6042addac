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
