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
