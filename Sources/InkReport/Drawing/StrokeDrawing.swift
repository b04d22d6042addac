internal import InkModel

/// Draws one stroke: a line with round ends for each width that it takes.
///
/// Method. A line between two samples is as wide as the wider of them; lines of one width, wherever they
/// stand in the stroke, share one path element, whose pieces begin with a move. Samples that don't move are
/// left out. Coordinates after the first are differences. A stroke that lets the paper show through is drawn
/// opaque in a group that is made translucent as one, so that its lines don't add up where they overlap.
struct StrokeDrawing {
  private let colour: String
  /// From 0 to 255.
  private let alpha: UInt32
  private let nominalWidth: Int

  init(_ stroke: Stroke) {
    let hexadecimal = String(stroke.ink.colour >> 8, radix: 16)
    colour = "#" + String(repeating: "0", count: 6 - hexadecimal.count) + hexadecimal
    let own = stroke.ink.colour & 0xFF
    alpha = stroke.ink.tool == .highlighter ? min(own, Self.highlighterAlphaMax) : own
    nominalWidth = Int(stroke.ink.width)
  }

  func draw(_ points: Span<SamplePoint>, into svg: inout SVGText) {
    guard !points.isEmpty, alpha > 0 else { return }
    let isTranslucent = alpha < 255
    svg.add("<g stroke=\"\(colour)\"")
    if isTranslucent { svg.add(" opacity=\"\(Self.thousandths(of: alpha))\"") }
    svg.add(">")
    for (width, pieces) in pieces(of: points) { draw(pieces, width: width, of: points, into: &svg) }
    svg.line("</g>")
  }

  /// The widths of the stroke in rising order, each with its runs of samples.
  private func pieces(of points: Span<SamplePoint>) -> [(width: Int, runs: [ClosedRange<Int>])] {
    var runs: [Int: [ClosedRange<Int>]] = [:]
    var start = 0
    var current = width(of: points[0])
    if points.count > 1 { current = max(current, width(of: points[1])) }
    for index in points.indices.dropFirst() {
      let next = max(width(of: points[index - 1]), width(of: points[index]))
      guard next != current else { continue }
      runs[current, default: []].append(start...(index - 1))
      start = index - 1
      current = next
    }
    runs[current, default: []].append(start...(points.count - 1))
    return runs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The drawn width at a sample, in tenths of a point; hair-fine where a file knows no width at all.
  private func width(of point: SamplePoint) -> Int {
    let width = point.radius > 0 ? 2 * Int(point.radius) : nominalWidth
    return max(width, Self.widthMin)
  }

  private func draw(
    _ runs: [ClosedRange<Int>], width: Int, of points: Span<SamplePoint>, into svg: inout SVGText
  ) {
    svg.add("<path stroke-width=\"\(width)\" d=\"")
    var (lastX, lastY) = (0, 0)
    for (number, run) in runs.enumerated() {
      let (x, y) = (Int(points[run.lowerBound].x), Int(points[run.lowerBound].y))
      svg.add(number == 0 ? "M" : "m" as Unicode.Scalar)
      svg.add(x - lastX, after: .none)
      svg.add(y - lastY, after: .needed)
      (lastX, lastY) = (x, y)
      var isFirst = true
      for index in run.dropFirst() {
        let (dx, dy) = (Int(points[index].x) - lastX, Int(points[index].y) - lastY)
        guard dx != 0 || dy != 0 else { continue }
        if isFirst { svg.add("l" as Unicode.Scalar) }
        svg.add(dx, after: isFirst ? .none : .needed)
        svg.add(dy, after: .needed)
        (lastX, lastY) = (lastX + dx, lastY + dy)
        isFirst = false
      }
      // A line without length is a dot, because its ends are round.
      if isFirst { svg.add("h0") }
    }
    svg.add("\"/>")
  }

  /// A share of 255 with three decimals, without the zero before the point.
  private static func thousandths(of alpha: UInt32) -> String {
    let digits = String(alpha * 1_000 / 255)
    return "." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// Text below a highlighter that forgot to be translucent must stay legible.
  private static let highlighterAlphaMax: UInt32 = 112
  private static let widthMin = 2
}
