import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Codecs") struct CodecTests {
  private func encode(_ page: Page, _ codec: any PageCodec) -> [UInt8] {
    var buffer = ByteBuffer()
    codec.encode(page, into: &buffer)
    return (0..<buffer.count).map { buffer.bytes.byte(at: $0) }
  }

  private func decode(_ bytes: [UInt8], _ codec: any PageCodec) throws -> Page {
    var input = PageInput(copying: bytes.rawSpan)
    var page = Page(id: PageID(rawValue: 1))
    try codec.decode(&input, into: &page)
    #expect(input.remaining == 0)
    return page
  }

  @Test("Every page comes back as it was, from memory")
  func roundTrip() throws {
    for codec in BuiltInCodecs.all {
      for seed in 0..<150 as Range<UInt64> {
        let page = RandomPages.page(seed: seed, elements: Int(seed % 40))
        let back = try decode(encode(page, codec), codec)
        #expect(back.firstDifference(from: page) == nil, "\(codec.name), seed \(seed)")
        #expect(back.isArenaInElementOrder)
      }
    }
  }

  @Test("Encoding goes on behind what the buffer holds")
  func appending() throws {
    for codec in BuiltInCodecs.all {
      let page = Fixtures.page(strokes: 3, images: true)
      var buffer = ByteBuffer()
      buffer.append("before")
      codec.encode(page, into: &buffer)
      #expect(buffer.bytes.byte(at: 0) == UInt8(ascii: "b"))
      var input = PageInput(copying: buffer.bytes.extracting(6..<buffer.count))
      var back = Page(id: page.id)
      try codec.decode(&input, into: &back)
      #expect(back.hasSameContent(as: page))
    }
  }

  @Test("A recording of 21 strokes and 3,400 points is about 55 KB of JSON")
  func jsonSize() throws {
    var page = Page(id: PageID(rawValue: 1))
    for index in 0..<21 {
      let points = Fixtures.points(count: index < 19 ? 162 : 161, seed: UInt64(index))
      page.appendStroke(
        id: ElementID(rawValue: UInt64(index)), ink: Ink(), points: points.span, opaque: [UInt8]().span)
    }
    #expect(page.pointCount == 3_400)
    #expect(49_500...60_500 ~= encode(page, JSONCodec(layout: .points)).count)
  }

  @Test("A packed page of 1,500 strokes has at most 16.5 bytes a point")
  func packedSize() {
    let page = Fixtures.page(strokes: 1_500, pointsPerStroke: 164)
    let count = encode(page, PackedCodec()).count + PageFileHeader.byteCount
    #expect(count == 64 + 16 + 1_500 * 40 + 1_500 * 164 * 16)
    #expect(Double(count) / Double(page.pointCount) <= 16.5)
  }

  @Test("JSON text reads as its description says")
  func jsonText() throws {
    var page = Page(id: PageID(rawValue: 1))
    let points = [
      SamplePoint(x: 100, y: -200, t: 0, pressure: 500, radius: 10),
      SamplePoint(x: 103, y: -2_500, t: 4, pressure: 65_535, radius: 0),
    ]
    page.appendStroke(
      id: ElementID(rawValue: 42), ink: Ink(tool: .pencil, colour: 0xFF, width: 7), points: points.span,
      opaque: [1, 2, 3, 4].span)
    page.append(
      .image(
        PlacedImage(
          id: ElementID(rawValue: 43), frame: Frame(x: -1, y: 0, width: 20, height: 30),
          asset: AssetID(rawValue: 500))), from: InkArena())
    let text = String(decoding: encode(page, JSONCodec(layout: .points)), as: UTF8.self)
    #expect(
      text == """
        {"format":"ink-page","version":1,"elements":[
        {"stroke":"000000000000002a","tool":"pencil","colour":"000000ff","width":7,"opaque":"AQIDBA==",\
        "points":[[100,-200,0,500,10],[3,-2300,4,65535,0]]},
        {"image":"000000000000002b","asset":"00000000000001f4","frame":[-1,0,20,30]}
        ]}

        """)
  }

  @Test("An unknown version is refused by name")
  func versions() throws {
    var packed = encode(Fixtures.page(strokes: 1), PackedCodec())
    packed[0] = 2
    #expect(throws: CodecError("packed format version 2 is unknown")) { try decode(packed, PackedCodec()) }
    for layout in [JSONLayout.points, .differences] {
      let codec = JSONCodec(layout: layout)
      let text = String(decoding: encode(Fixtures.page(strokes: 1), codec), as: UTF8.self)
      let newer = text.replacing("\"version\":1", with: "\"version\":9")
      #expect(throws: CodecError("JSON page version 9 is unknown")) { try decode(Array(newer.utf8), codec) }
    }
  }

  @Test("One layout's text is not read as the other's")
  func layouts() throws {
    let (points, differences) = (JSONCodec(layout: .points), JSONCodec(layout: .differences))
    for page in [Fixtures.page(strokes: 0), Fixtures.page(strokes: 1)] {
      #expect(throws: CodecError.self) { try decode(encode(page, points), differences) }
      #expect(throws: CodecError.self) { try decode(encode(page, differences), points) }
    }
  }

  @Test("The text of differences reads as its description says")
  func differencesText() throws {
    var page = Page(id: PageID(rawValue: 1))
    let points = [
      SamplePoint(x: 100, y: -200, t: 0, pressure: 500, radius: 10),
      SamplePoint(x: 103, y: -2_500, t: 4, pressure: 65_535, radius: 0),
      SamplePoint(x: .min, y: .max, t: .max, pressure: 65_535, radius: 0),
    ]
    page.appendStroke(
      id: ElementID(rawValue: 42), ink: Ink(tool: .pencil, colour: 0xFF, width: 7), points: points.span,
      opaque: [UInt8]().span)
    #expect(
      String(decoding: encode(page, JSONCodec(layout: .differences)), as: UTF8.self) == """
        {"format":"ink-page-delta","version":1,"elements":[
        {"stroke":"000000000000002a","tool":"pencil","colour":"000000ff","width":7,\
        "points":[100,-200,0,500,10,3,-2300,4,65035,-10,-2147483751,2147486147,4294967291,0,0]}
        ]}

        """)
  }

  @Test("Numbers of every length and sign come back from text, whatever the layout")
  func numbers() throws {
    var values: [Int32] = []
    for length in 1...10 {
      let power = (0..<length - 1).reduce(1) { value, _ in value * 10 }
      for value in [power - 1, power, power + 1, power * 2 - 1] {
        values += [Int32(clamping: value), Int32(clamping: -value)]
      }
    }
    values += [0, .max, .min, 2_047, 2_048, -2_048, -2_049, 4_095, 4_096]
    // After a sample at the origin each difference is the value itself.
    let points = values.flatMap { value in
      [
        SamplePoint(x: 0, y: 0, t: 0, pressure: 0, radius: 0),
        SamplePoint(
          x: value, y: ~value, t: UInt32(bitPattern: value), pressure: UInt16(truncatingIfNeeded: value),
          radius: UInt16(truncatingIfNeeded: value &>> 1)),
      ]
    }
    var page = Page(id: PageID(rawValue: 1))
    page.appendStroke(id: ElementID(rawValue: 1), ink: Ink(), points: points.span, opaque: [UInt8]().span)
    for codec in BuiltInCodecs.all {
      #expect(try decode(encode(page, codec), codec).firstDifference(from: page) == nil, "\(codec.name)")
    }
  }

  @Test(
    "Text that is nearly a page is refused",
    arguments: [
      ("[[1,2,3,4,5]]", "[[01,2,3,4,5]]"), ("[[1,2,3,4,5]]", "[[1,2,3,4,65536]]"),
      ("[[1,2,3,4,5]]", "[[1,2,-3,4,5]]"), ("[[1,2,3,4,5]]", "[[2147483648,2,3,4,5]]"),
      ("[[1,2,3,4,5]]", "[[1,2,3,4]]"), ("[[1,2,3,4,5]]", "[[1,2,3,4,5],]"),
      ("[[1,2,3,4,5]]", "[[1,2,3,4,5.0]]"), ("[[1,2,3,4,5]]", "[[1,2,3,4,99999999999999999999]]"),
      ("[[1,2,3,4,5]]", "[[ 1,2,3,4,5]]"), ("[[1,2,3,4,5]]", "[[-0,2,3,4,5]]"),
      ("[[1,2,3,4,5]]", "[[,2,3,4,5]]"), ("[[1,2,3,4,5]]", "[[--1,2,3,4,5]]"),
      ("\"tool\":\"pen\"", "\"tool\":\"brush\""), ("]}\n", "]}\n "),
    ])
  func malformedText(old: String, new: String) throws {
    let points = [SamplePoint(x: 1, y: 2, t: 3, pressure: 4, radius: 5)]
    var page = Page(id: PageID(rawValue: 1))
    page.appendStroke(id: ElementID(rawValue: 1), ink: Ink(), points: points.span, opaque: [UInt8]().span)
    let text = String(decoding: encode(page, JSONCodec(layout: .points)), as: UTF8.self)
    #expect(try decode(Array(text.utf8), JSONCodec(layout: .points)).hasSameContent(as: page))
    #expect(text.contains(old))
    #expect(throws: CodecError.self) {
      try decode(Array(text.replacing(old, with: new).utf8), JSONCodec(layout: .points))
    }
  }

  @Test("Base64 gives RFC 4648's values and takes no second spelling")
  func base64() {
    let cases = [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ]
    func decoded(_ text: String) -> [UInt8]? {
      var bytes: [UInt8] = []
      let isValid = unsafe Array(text.utf8).withUnsafeBufferPointer {
        unsafe Base64.decode($0, appendingTo: &bytes)
      }
      return isValid ? bytes : nil
    }
    for (plain, text) in cases {
      var buffer = ByteBuffer()
      buffer.append(base64: Array(plain.utf8).span)
      #expect((0..<buffer.count).map { buffer.bytes.byte(at: $0) } == Array(text.utf8))
      #expect(decoded(text) == Array(plain.utf8))
    }
    for text in ["Zh==", "Zg=", "Zg", "=g==", "Zm9=", "Z===", "Zg==Zg=="] { #expect(decoded(text) == nil) }
  }
}
