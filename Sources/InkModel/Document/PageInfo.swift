/// The size of a page, in tenths of a point.
public struct Canvas: BitwiseCopyable, Hashable, Sendable {
  public var width: Int32
  public var height: Int32

  /// Makes a canvas from its width and height, in tenths of a point.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  /// An A4 page: 595.3 by 841.9 points.
  public static let a4 = Canvas(width: 5_953, height: 8_419)
}

/// What a document's list says of one of its pages.
public struct PageInfo: Hashable, Sendable {
  public var id: PageID
  public var canvas: Canvas
  /// When the page was made, in milliseconds of session time.
  public var createdMilliseconds: UInt64

  /// Makes the entry of one page.
  public init(id: PageID, canvas: Canvas = .a4, createdMilliseconds: UInt64 = 0) {
    self.id = id
    self.canvas = canvas
    self.createdMilliseconds = createdMilliseconds
  }
}
