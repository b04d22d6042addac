import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Varint pages") struct VarintTests {
  private let codec = VarintCodec()

  private func encode(_ page: Page) -> [UInt8] {
    var buffer = ByteBuffer()
    codec.encode(page, into: &buffer)
    return (0..<buffer.count).map { buffer.bytes.byte(at: $0) }
  }

  private func decode(_ bytes: [UInt8]) throws -> Page {
    var input = PageInput(copying: bytes.rawSpan)
    var page = Page(id: PageID(rawValue: 1))
    try codec.decode(&input, into: &page)
    return page
  }

  private func page(_ strokes: [[SamplePoint]], opaque: [UInt8] = []) -> Page {
    var page = Page(id: PageID(rawValue: 1))
    for (index, points) in strokes.enumerated() {
      page.appendStroke(
        id: ElementID(rawValue: UInt64(index + 5)), ink: Ink(tool: .pencil, colour: 0x0102_03FF, width: 300),
        points: points.span, opaque: opaque.span)
    }
    return page
  }

  /// A page of one stroke of two samples and an image, spelt as the format's description has it.
  private static let spelling: [UInt8] =
    [1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0]  // version, elements, samples, opaque bytes
    + [1, 10, 0xFF, 3, 2, 1, 0xAC, 2, 2, 1]  // pencil, id 5, colour, width 300, 2 samples, 1 opaque byte
    + [255, 2, 0x80, 1, 1, 0, 20, 30]  // image 6, asset 128, frame −1, 0, 10, 15
    + [0xC8, 1, 6] + [0x8F, 3, 0] + [0, 8]  // x 100, 103; y −200, −200; t 0, 4
    + [0, 0xE8, 7, 1] + [0, 20, 0]  // pressure, plain: 500, 499; radius, plain: 10, 10
    + [77]

  @Test("Bytes read as their description says")
  func bytes() throws {
    var page = page(
      [
        [
          SamplePoint(x: 100, y: -200, t: 0, pressure: 500, radius: 10),
          SamplePoint(x: 103, y: -200, t: 4, pressure: 499, radius: 10),
        ]
      ], opaque: [77])
    let image = PlacedImage(
      id: ElementID(rawValue: 6), frame: Frame(x: -1, y: 0, width: 10, height: 15),
      asset: AssetID(rawValue: 128))
    page.append(.image(image), from: InkArena())
    #expect(encode(page) == Self.spelling)
    #expect(try decode(Self.spelling).firstDifference(from: page) == nil)
  }

  @Test("Columns of every length around blocks and eights come back, with runs and without")
  func lengths() throws {
    var random = SplitMix64(seed: 12)
    for count in Array(0...33) + [1_015, 1_023, 1_024, 1_025, 1_032, 2_047, 2_048, 2_049, 5_000] {
      for share in [0, 0.3, 0.7, 1] {
        var last = SamplePoint(x: 9, y: 9, t: 9, pressure: 9, radius: 9)
        let points = (0..<count).map { _ in
          if !random.chance(share) {
            last.pressure = UInt16(random.below(random.chance(0.1) ? 65_536 : 40))
            last.radius = UInt16(random.below(60))
          }
          last.x &+= Int32(random.below(random.chance(0.05) ? 100_000 : 60)) - 30
          last.y &-= Int32(random.below(60))
          last.t &+= 4
          return last
        }
        let page = page([Array(points.prefix(count / 3)), [], Array(points.dropFirst(count / 3))])
        #expect(try decode(encode(page)).firstDifference(from: page) == nil, "\(count) samples, \(share)")
      }
    }
  }

  @Test("A column that rarely changes takes next to nothing")
  func runs() {
    let still = page([
      (0..<1_024).map { SamplePoint(x: 0, y: 0, t: UInt32($0), pressure: 500, radius: 10) }
    ])
    // Three bytes a sample, and a run's few bytes each for pressure and radius.
    #expect(encode(still).count < 16 + 12 + 3 * 1_024 + 14)
  }

  @Test("Handwriting takes at most 4.8 bytes a point")
  func size() {
    let page = Fixtures.page(strokes: 200, pointsPerStroke: 164)
    // The fixture's pressure and radius are noise, which a pen's are not.
    var calm = Page(id: page.id)
    for case .stroke(let stroke) in page.elements {
      var points = Array(page.arena.points[stroke.points.indices])
      for index in points.indices {
        points[index].pressure = UInt16(400 + index % 40)
        points[index].radius = UInt16(10 + index / 60)
      }
      calm.appendStroke(id: stroke.id, ink: stroke.ink, points: points.span, opaque: [UInt8]().span)
    }
    #expect(Double(encode(calm).count) / Double(calm.pointCount) <= 4.8)
  }

  /// Changes of the spelled page at an offset, each of which breaks one rule.
  static let faults: [(offset: Int, bytes: [UInt8], sentence: String)] = [
    (0, [2], "varint format version 2 is unknown"),
    (4, [9], "9 elements are promised and 34 bytes are left"),
    (4, [1], "needless"),
    (8, [3], "the elements hold fewer samples or opaque bytes than the page"),
    (8, [1], "the elements hold more samples or opaque bytes than the page"),
    (12, [0], "the elements hold more samples or opaque bytes than the page"),
    (16, [3], "element 0 has no known tool"),
    (22, [0xAC, 0x84, 4], "element 0 is too wide"),
    (28, [0x80, 0], "a number ends with a needless zero"),
    (42, [2], "a column has the unknown form 2"),
    (42, [1, 3], "a run is longer than its block"),
    (46, [0, 19], "a sample's pressure or radius is out of range"),
  ]

  @Test("A page that breaks a rule is refused by name", arguments: faults)
  func refusal(offset: Int, bytes: [UInt8], sentence: String) throws {
    var broken = Self.spelling
    broken.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    let error = #expect(throws: CodecError.self) { try decode(broken) }
    if sentence != "needless" { #expect(error?.description == sentence) }
  }

  @Test("Every page that is cut short or goes on is refused")
  func ends() {
    for count in Self.spelling.indices {
      #expect(throws: CodecError.self, "\(count) bytes") { try decode(Array(Self.spelling.prefix(count))) }
    }
    #expect(throws: CodecError("1 bytes follow the page's end")) { try decode(Self.spelling + [0]) }
  }

  @Test("Numbers longer than their type are refused")
  func longNumbers() throws {
    func number(_ bytes: [UInt8]) throws -> UInt64 {
      try unsafe bytes.withUnsafeBytes { memory in
        var reader = unsafe VarintReader(memory)
        return try reader.longVarint()
      }
    }
    let longest = [UInt8](repeating: 0xFF, count: 9)
    #expect(try number(longest + [1]) == .max)
    #expect(throws: CodecError.self) { try number(longest + [2]) }
    #expect(throws: CodecError.self) { try number(longest + [0x81, 0]) }
    #expect(throws: CodecError.self) { try number([]) }
    let wide: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x10]
    unsafe wide.withUnsafeBytes { memory in
      var reader = unsafe VarintReader(memory)
      #expect(throws: CodecError("a number has more than 32 bits")) { try reader.varint() }
    }
  }
}
