internal import InkModel

/// Draws the place of an image: a framed grey box that says how large the picture and its file are.
struct ImageDrawing {
  private let x: Int
  private let y: Int
  private let width: Int
  private let height: Int
  private let label: String

  init(_ image: PlacedImage, byteCount: Int?) {
    x = Int(image.frame.x)
    y = Int(image.frame.y)
    width = max(Int(image.frame.width), 0)
    height = max(Int(image.frame.height), 0)
    label =
      "image, \(Self.millimetres(width)) × \(Self.millimetres(height)) mm"
      + (byteCount.map { ", \(Humanised.bytes(Double($0)))" } ?? "")
  }

  func drawBox(into svg: inout SVGText) {
    svg.line(
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"#e4e4e1\" "
        + "stroke=\"#9a9a96\" stroke-width=\"8\"/>")
  }

  /// Writes the label into a corner of the box, for drawing after the ink that would cover it.
  ///
  /// A corner that an image above covers is passed over. The label is as large as fits; what would be too
  /// small to read is left out.
  func drawLabel(below others: ArraySlice<ImageDrawing>, into svg: inout SVGText) {
    let size = min(height / 2, width * 3 / (label.count * 2), Self.textSizeMax)
    guard size >= Self.textSizeMin else { return }
    let (length, tall) = (label.count * size * 2 / 3, size * 2)
    let corners = [
      (x, y), (x, y + height - tall), (x + width - length, y), (x + width - length, y + height - tall),
    ]
    let free = corners.first { left, top in
      !others.contains { $0.overlaps(x: left, y: top, width: length, height: tall) }
    }
    guard let (left, top) = free else { return }
    let text = "x=\"\(left + size / 2)\" y=\"\(top + size * 5 / 4)\" font-size=\"\(size)\""
    // A rim in the box's colour parts the letters from the ink below them.
    for look in ["stroke=\"#e4e4e1\" stroke-width=\"\(size / 3)\"", "fill=\"#555552\""] {
      svg.line("<text \(text) \(look)>\(SVGText.escaped(label))</text>")
    }
  }

  private func overlaps(x otherX: Int, y otherY: Int, width otherWidth: Int, height otherHeight: Int) -> Bool
  {
    otherX < x + width && x < otherX + otherWidth && otherY < y + height && y < otherY + otherHeight
  }

  /// Tenths of a point as whole millimetres.
  private static func millimetres(_ tenths: Int) -> Int { Int((Double(tenths) * 2.54 / 72).rounded()) }

  /// Nine points.
  private static let textSizeMax = 90
  /// Three points.
  private static let textSizeMin = 30
}
