package import InkModel

/// Draws a page as the writer saw it, as SVG.
///
/// Method. All lengths of a page are whole tenths of a point, and so are those of the picture, under one
/// scale: what is drawn is exactly what is stored, and a sample takes about five bytes. A stroke's width is
/// twice its samples' radius, which follows the pressure; runs of samples of one width become one line with
/// round ends (see `StrokeDrawing`). Highlighter and images lie below all other ink, each in the page's own
/// order; all else is in the page's order.
package struct PageDrawing: Sendable {
  /// What the picture is called, such as `meeting, page 2 of 5`.
  package var title: String
  /// Where the page comes from, for readers of the file.
  package var origin: String
  package var canvas: Canvas
  /// Sizes of the assets that images show.
  package var assetByteCounts: [AssetID: Int]

  package init(title: String, origin: String, canvas: Canvas, assetByteCounts: [AssetID: Int] = [:]) {
    self.title = title
    self.origin = origin
    self.canvas = canvas
    self.assetByteCounts = assetByteCounts
  }

  /// The picture's file.
  package func svg(of page: borrowing Page) -> [UInt8] {
    var svg = SVGText()
    // A canvas of no size would be a picture that no viewer opens.
    let width = max(Int(canvas.width), 1)
    let height = max(Int(canvas.height), 1)
    svg.open(
      width: SVGText.decimal(tenths: width), height: SVGText.decimal(tenths: height), unit: "pt",
      title: title, description: "\(origin). \(Self.contents(of: page)).")
    svg.line(
      "<defs><pattern id=\"squares\" width=\"\(Self.square)\" height=\"\(Self.square)\" "
        + "patternUnits=\"userSpaceOnUse\"><path d=\"M\(Self.square) 0H0V\(Self.square)\" fill=\"none\" "
        + "stroke=\"\(Self.rulingColour)\" stroke-width=\"5\"/></pattern></defs>")
    svg.line("<g transform=\"scale(.1)\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">")
    svg.line("<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(Self.paperColour)\"/>")
    svg.line("<rect width=\"\(width)\" height=\"\(height)\" fill=\"url(#squares)\"/>")
    draw(page, into: &svg)
    svg.line("</g>")
    svg.close()
    return svg.bytes
  }

  private func draw(_ page: borrowing Page, into svg: inout SVGText) {
    var images: [ImageDrawing] = []
    for case .image(let image) in page.elements {
      images.append(ImageDrawing(image, byteCount: assetByteCounts[image.asset]))
    }
    for image in images { image.drawBox(into: &svg) }
    for layer in [true, false] {
      for case .stroke(let stroke) in page.elements where (stroke.ink.tool == .highlighter) == layer {
        StrokeDrawing(stroke).draw(page.points(of: stroke), into: &svg)
      }
    }
    for (index, image) in images.enumerated() { image.drawLabel(below: images[(index + 1)...], into: &svg) }
  }

  private static func contents(of page: borrowing Page) -> String {
    let strokes = page.elements.count { if case .stroke = $0 { true } else { false } }
    return "Strokes: \(strokes), points: \(page.pointCount), images: \(page.elements.count - strokes)"
  }

  private static let paperColour = "#fffefa"
  private static let rulingColour = "#e3e9ee"
  /// Squares of 5 mm, which suit any hand; lines would have to match the writer's own.
  private static let square = "141.7"
}
