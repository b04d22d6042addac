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
    let across = Scale(length: canvas.width, cells: columns)
    let down = Scale(length: canvas.height, cells: rows)
    for case .stroke(let stroke) in page.elements {
      let points = page.points(of: stroke)
      for index in points.indices {
        samples[down.cell(of: points[index].y) * columns + across.cell(of: points[index].x)] += 1
      }
    }
    let shades = samples.map { UInt8(255 - min($0, samplesToBlack) * 255 / samplesToBlack) }
    return GreyJPEG.encode(shades: shades, columns: columns, rows: rows)
  }

  /// Cells of equal length along an edge of the canvas.
  ///
  /// A cell is `coordinate · cells / length`, rounded down. Dividing for each sample takes longer than all
  /// else, so `cells / length` is kept as a fraction of 2⁵⁷, rounded up. For a coordinate below the length
  /// that adds less than `length / 2⁵⁷` to the result, and the next whole number is at least `1 / length`
  /// away: it is exact for lengths below 2²⁸, kilometres of paper.
  struct Scale {
    private let length: Int32
    private let cells: Int
    private let fraction: UInt64

    init(length: Int32, cells: Int) {
      self.length = max(1, length)
      self.cells = cells
      fraction = (UInt64(cells) << Self.fractionBits) / UInt64(self.length) + 1
    }

    /// The cell of a coordinate; what lies outside counts for the cell at the edge.
    func cell(of coordinate: Int32) -> Int {
      guard coordinate < length else { return cells - 1 }
      return Int((UInt64(max(coordinate, 0)) &* fraction) >> Self.fractionBits)
    }

    /// What leaves room for 64 cells.
    private static let fractionBits: UInt64 = 57
  }
}
