internal import InkModel
internal import InkRun
internal import InkSimulation
internal import InkTap
internal import InkTrace

/// How fast ink of Xournal++ is read.
///
/// Method. Pages of joined-up writing are written as Xournal++ writes them: eight decimals a coordinate, a
/// width for each segment, gzip. Importing the file is timed from opening it to the finished session, several
/// times, and the fastest counts: whatever disturbs it only makes it slower. The
/// megabytes are those of the strokes' text and widths, before compression; the file has no images.
enum ImportFigures: FigureMeter {
  static let names = ["import.xopp"]

  private static let pages = 24
  private static let repetitions = 7

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let path = bench.directory + "/notes.xopp.gz"
    do throws(RunError) { try StoreCopy.makeDirectory(bench.directory) } catch { throw CommandFailure(error) }
    let strokeBytes = try write(to: path)
    defer { StoreCopy.remove(path) }
    var speeds: [Double] = []
    for _ in 0..<repetitions {
      let start = Clock.nanoseconds()
      do throws(TraceError) {
        let (session, _) = try InkImporter.importFiles([path])
        guard !session.events.isEmpty else { throw TraceError(.malformed, file: path, "holds nothing") }
      } catch {
        throw CommandFailure(error)
      }
      speeds.append(Double(strokeBytes) * 1e3 / Double(Clock.nanoseconds() - start))
    }
    return .of(speeds.max() ?? 0, spreadOf: speeds)
  }

  /// Writes the file and returns the bytes of its strokes' text.
  private static func write(to path: String) throws(CommandFailure) -> Int {
    let source = try BenchPages.joinedUp(pages: pages)
    var text = XournalText()
    var page = Page(id: PageID(rawValue: 0))
    for index in 0..<pages {
      do throws(PageSourceError) { try source.fill(&page, index: index) } catch {
        throw CommandFailure(.internalError, error.description)
      }
      text.append(page)
    }
    text.finish()
    do throws(TraceError) { try WholeFile.write(text.buffer, to: path) } catch {
      throw CommandFailure(error)
    }
    return text.strokeByteCount
  }
}

/// The XML of Xournal++, written for the benchmark alone.
private struct XournalText: ~Copyable {
  private(set) var buffer = ByteBuffer()
  /// Bytes of coordinates and widths.
  private(set) var strokeByteCount = 0

  init() {
    buffer.append("<?xml version=\"1.0\" standalone=\"no\"?>\n")
    buffer.append("<xournal creator=\"inkbench\" fileversion=\"4\">\n<title>bench</title>\n")
  }

  mutating func append(_ page: borrowing Page) {
    buffer.append("<page width=\"595.27559100\" height=\"841.88976400\">\n")
    buffer.append("<background type=\"solid\" color=\"#ffffffff\" style=\"plain\"/>\n<layer>\n")
    for case .stroke(let stroke) in page.elements { append(page.points(of: stroke)) }
    buffer.append("</layer>\n</page>\n")
  }

  mutating func finish() { buffer.append("</xournal>\n") }

  private mutating func append(_ points: Span<SamplePoint>) {
    buffer.append("<stroke tool=\"pen\" ts=\"0\" fn=\"\" color=\"#000000ff\" width=\"1.41")
    var begin = buffer.count
    for index in points.indices.dropLast() {
      append(1_000 + Int(points[index].pressure) * 1_410, digits: 6)
    }
    strokeByteCount += buffer.count - begin
    buffer.append("\">")
    begin = buffer.count
    for index in points.indices {
      // Tenths of a point, with decimals that vary as those of a tablet do.
      append(Int(points[index].x) * 10_000_000 + index * 7_919 % 9_999_991, digits: 8)
      append(Int(points[index].y) * 10_000_000 + index * 6_101 % 9_999_991, digits: 8)
    }
    strokeByteCount += buffer.count - begin
    buffer.append("</stroke>\n")
  }

  /// Appends a space and a number that is given in units of its last decimal.
  private mutating func append(_ value: Int, digits: Int) {
    buffer.append(UInt8(ascii: " "))
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    buffer.append(decimal: abs(value) / scale)
    buffer.append(UInt8(ascii: "."))
    var rest = abs(value) % scale
    while scale > 1 {
      scale /= 10
      buffer.append(UInt8(ascii: "0") + UInt8(rest / scale))
      rest %= scale
    }
  }
}
