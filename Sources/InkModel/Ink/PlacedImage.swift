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
