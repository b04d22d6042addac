internal import InkModel

/// A small picture of a page: how much ink lies where.
///
/// It stands for the thumbnail that an app would render. What matters to storage is that the file exists, can
/// be made again from the page, and changes with it.
enum Thumbnail {
  private static let columns = 24
  private static let rows = 32
  /// Samples that make a cell black; a line across a cell has about this many.
  private static let samplesToBlack = 32

  static func encode(_ page: borrowing Page, canvas: Canvas) -> [UInt8] {
    var samples = [Int](repeating: 0, count: columns * rows)
    let width = max(1, Int(canvas.width))
    let height = max(1, Int(canvas.height))
    for case .stroke(let stroke) in page.elements {
      let points = page.points(of: stroke)
      for index in points.indices {
        let column = min(max(Int(points[index].x) * columns / width, 0), columns - 1)
        let row = min(max(Int(points[index].y) * rows / height, 0), rows - 1)
        samples[row * columns + column] += 1
      }
    }
    let shades = samples.map { UInt8(255 - min($0, samplesToBlack) * 255 / samplesToBlack) }
    return GreyJPEG.encode(shades: shades, columns: columns, rows: rows)
  }
}
