import InkModel
import InkTestFixtures

@testable import InkStorage

extension FuzzDecoder {
  /// The plain page codecs; the input is the payload of a page file.
  static let pageCodecs = BuiltInCodecs.all.filter { !($0 is DeflatedCodec) }.map { codec in
    FuzzDecoder(
      name: codec.name, allocationMaxMegabytes: 1,
      seeds: { seedPages.map { encoded($0, codec) } },
      examine: { verdict(on: $0, codec).verdict })
  }

  /// Pages of every kind of element, small enough to be mutated well.
  static var seedPages: [Page] {
    var extremes = Page(id: PageID(rawValue: 1))
    extremes.appendStroke(
      id: ElementID(rawValue: .max), ink: Ink(tool: .highlighter, colour: .max, width: .max),
      points: [
        SamplePoint(x: .min, y: .max, t: .max, pressure: .max, radius: 0),
        SamplePoint(x: .max, y: .min, t: 0, pressure: 0, radius: .max),
      ].span, opaque: [1, 2].span)
    // More samples than a block of the varint codec, of one byte a difference.
    let long = Page.ofOneStroke(
      (0..<1_100).map {
        SamplePoint(x: Int32($0), y: Int32(2 * $0), t: UInt32(4 * $0), pressure: 500, radius: 10)
      })
    return [
      Page(id: PageID(rawValue: 1)), Fixtures.page(strokes: 3, pointsPerStroke: 4, opaqueBytesPerStroke: 3),
      Fixtures.page(strokes: 10, pointsPerStroke: 1, images: true), extremes, long,
    ]
  }

  static func encoded(_ page: borrowing Page, _ codec: any PageCodec) -> [UInt8] {
    var buffer = ByteBuffer()
    codec.encode(page, into: &buffer)
    return [UInt8](copying: buffer.bytes)
  }

  /// Reads bytes as a page, and says what must be said of that; the page is the one that was read.
  static func verdict(on bytes: [UInt8], _ codec: any PageCodec) -> (verdict: FuzzVerdict, page: Page) {
    var page = Page(id: PageID(rawValue: 1))
    var input = PageInput(copying: bytes.rawSpan)
    do throws(CodecError) {
      try codec.decode(&input, into: &page)
    } catch {
      let taken = broken(page, memoryMaxBytes: memoryMax(codec, byteCount: bytes.count))
      return (taken.map { .broken($0) } ?? .refusal(error.description), page)
    }
    if input.remaining > 0 { return (.broken("\(input.remaining) bytes were left unread"), page) }
    if let fault = broken(page, memoryMaxBytes: memoryMax(codec, byteCount: bytes.count)) {
      return (.broken(fault), page)
    }
    return (written(page, codec), page)
  }

  /// Memory that decoding may take: a page's arrays, for the bytes it was given.
  ///
  /// JSON: room for one sample of 16 bytes for every 10 characters, kept as an array grows by doubling, and
  /// elements for more characters than they have bytes. `varint`: an element in memory for 7 bytes, 9 times
  /// as much, or a sample for 3. Deflated pages give the codec within up to 1,032 bytes for one, below a
  /// bound that these pages don't reach.
  static func memoryMax(_ codec: any PageCodec, byteCount: Int) -> Int {
    let inner = codec is DeflatedCodec ? byteCount * Deflation.ratioMax : byteCount
    return inner * (codec.name.hasPrefix("varint") ? 10 : 4) + 4_096
  }

  /// Whether a page, whole or half read, has taken too much memory.
  private static func broken(_ page: borrowing Page, memoryMaxBytes: Int) -> String? {
    let taken =
      page.arena.points.capacity * SamplePoint.byteCount + page.arena.opaque.capacity
      + page.elements.capacity * MemoryLayout<Element>.stride
    return taken > memoryMaxBytes ? "\(taken) bytes of memory where \(memoryMaxBytes) are allowed" : nil
  }

  /// A stroke whose data does not lie within the page's arena.
  private static func strayRange(in page: borrowing Page) -> String? {
    for case .stroke(let stroke) in page.elements
    where stroke.points.indices.upperBound > page.arena.points.count
      || stroke.opaque.indices.upperBound > page.arena.opaque.count
    { return "stroke \(stroke.id.rawValue) reaches beyond the arena" }
    return nil
  }

  /// Looks over a page that was read, writes it, and reads it again.
  static func written(_ page: borrowing Page, _ codec: any PageCodec) -> FuzzVerdict {
    if let fault = strayRange(in: page) { return .broken(fault) }
    let written = encoded(page, codec)
    var input = PageInput(copying: written.rawSpan)
    var again = Page(id: page.id)
    do throws(CodecError) {
      try codec.decode(&input, into: &again)
    } catch {
      return .broken("what was read and written again is refused: \(error)")
    }
    if let difference = again.firstDifference(from: page) {
      return .broken("after a round trip, \(difference)")
    }
    return encoded(again, codec) == written ? .accepted : .broken("a page is written in two ways")
  }
}

extension Page {
  fileprivate static func ofOneStroke(_ points: [SamplePoint]) -> Page {
    var page = Page(id: PageID(rawValue: 1))
    page.appendStroke(id: ElementID(rawValue: 1), ink: Ink(), points: points.span, opaque: [UInt8]().span)
    return page
  }
}
