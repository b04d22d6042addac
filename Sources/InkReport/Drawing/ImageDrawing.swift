internal import InkModel

/// Draws the place of an image: a framed grey box that says how large the picture and its file are.
struct ImageDrawing {
  private let x: Int
  private let y: Int
  private let width: Int
  private let height: Int
  private let lines: [String]

  init(_ image: PlacedImage, byteCount: Int?) {
    x = Int(image.frame.x)
    y = Int(image.frame.y)
    width = max(Int(image.frame.width), 0)
    height = max(Int(image.frame.height), 0)
    let size = "\(Self.millimetres(width)) × \(Self.millimetres(height)) mm"
    lines = ["image", size] + (byteCount.map { [Humanised.bytes(Double($0))] } ?? [])
  }

  func draw(into svg: inout SVGText) {
    svg.line(
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"#e4e4e1\" "
        + "stroke=\"#9a9a96\" stroke-width=\"8\"/>")
    // As large as fits both ways; what would be too small to read is left out.
    let longest = lines.map(\.count).max() ?? 1
    let size = min(height / (lines.count * 2), width * 5 / (longest * 4), Self.textSizeMax)
    guard size >= Self.textSizeMin else { return }
    svg.add("<g font-size=\"\(size)\" fill=\"#6a6a66\" text-anchor=\"middle\">")
    let first = y + height / 2 - (lines.count - 1) * size * 7 / 10 + size * 7 / 20
    for (index, line) in lines.enumerated() {
      svg.add(
        "<text x=\"\(x + width / 2)\" y=\"\(first + index * size * 7 / 5)\">\(SVGText.escaped(line))</text>")
    }
    svg.line("</g>")
  }

  /// Tenths of a point as whole millimetres.
  private static func millimetres(_ tenths: Int) -> Int { Int((Double(tenths) * 2.54 / 72).rounded()) }

  private static let textSizeMax = 120
  private static let textSizeMin = 30
}
