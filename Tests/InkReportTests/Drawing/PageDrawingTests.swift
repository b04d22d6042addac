import InkModel
import InkReport
import InkTestFixtures
import Testing

@Suite("The picture of a page") struct PageDrawingTests {
  private static func drawing(title: String = "fixture, page 1 of 1") -> PageDrawing {
    PageDrawing(
      title: title, origin: "Session fixture", canvas: Canvas(width: 2_000, height: 1_000),
      assetByteCounts: [AssetID(rawValue: 7): 812_000])
  }

  private static func read(_ page: Page) throws -> SVGReading { try SVGReading(drawing().svg(of: page)) }

  /// A page of strokes given by their inks and samples of x, y and radius.
  private static func page(_ strokes: (ink: Ink, samples: [(x: Int32, y: Int32, radius: UInt16)])...) -> Page
  {
    var page = Page(id: PageID(rawValue: 1))
    for (index, stroke) in strokes.enumerated() {
      let points = stroke.samples.enumerated().map { time, sample in
        SamplePoint(x: sample.x, y: sample.y, t: UInt32(time * 4), pressure: 500, radius: sample.radius)
      }
      page.appendStroke(
        id: ElementID(rawValue: UInt64(index + 1)), ink: stroke.ink, points: points.span,
        opaque: [UInt8]().span)
    }
    return page
  }

  @Test("A small page of everything is this file")
  func golden() throws {
    var page = Self.page(
      (
        Ink(colour: 0x0010_80FF, width: 10),
        [(100, 100, 4), (110, 95, 6), (110, 95, 6), (130, 120, 6), (90, 80, 9)]
      ),
      (Ink(tool: .highlighter, colour: 0xFFE0_40FF, width: 60), [(90, 100, 30), (400, 102, 30)]),
      (Ink(tool: .pencil, colour: 0x3333_3380, width: 8), [(500, 500, 5), (520, 480, 5)]),
      (Ink(), [(700, 700, 8)]))
    let image = PlacedImage(
      id: ElementID(rawValue: 9), frame: Frame(x: 1_000, y: 200, width: 900, height: 700),
      asset: AssetID(rawValue: 7))
    page.append(.image(image), from: InkArena())
    let text = String(decoding: Self.drawing().svg(of: page), as: UTF8.self)
    try expectGolden(text, "page.svg", embedded: PackageResources.page_svg)
  }

  @Test(
    "Each line is drawn from sample to sample, as wide as the pen was", arguments: 0..<20 as Range<UInt64>)
  func lines(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let page = Fixtures.page(strokes: 6, pointsPerStroke: 1 + random.below(40), seed: seed)
    let paths = try Self.read(page).named("path").filter { $0.attributes["stroke-width"] != "5" }
    let strokes = page.elements.compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }
    var expected = Set<DrawnLine>()
    for stroke in strokes {
      let points = page.points(of: stroke)
      if points.count == 1 {
        let place = [Int(points[0].x), Int(points[0].y)]
        expected.insert(DrawnLine(from: place, to: place, width: 2 * Int(points[0].radius)))
      }
      for index in points.indices.dropFirst() {
        let (from, to) = (points[index - 1], points[index])
        guard from.x != to.x || from.y != to.y else { continue }
        expected.insert(
          DrawnLine(
            from: [Int(from.x), Int(from.y)], to: [Int(to.x), Int(to.y)],
            width: 2 * Int(max(from.radius, to.radius))))
      }
    }
    let drawn = Set(try paths.flatMap { try $0.lines() })
    #expect(expected.isSubset(of: drawn))
    // A run of one width that does not move is a dot on a line that is there already.
    #expect(drawn.subtracting(expected).allSatisfy { $0.from == $0.to })
  }

  @Test("A pen that presses harder draws a wider line, and a file without widths its nominal one")
  func widths() throws {
    let page = Self.page(
      (Ink(width: 10), [(0, 0, 5), (10, 0, 5), (20, 0, 12), (30, 0, 12)]),
      (Ink(width: 14), [(0, 50, 0), (10, 50, 0)]))
    let paths = try Self.read(page).named("path").dropFirst()
    #expect(paths.map { $0.attributes["stroke-width"] } == ["10", "24", "14"])
    #expect(paths.map { $0.attributes["d"] } == ["M0 0l10 0", "M10 0l10 0 10 0", "M0 50l10 0"])
  }

  @Test("Colours are the ink's, and translucent strokes are so as a whole")
  func colours() throws {
    let line: [(Int32, Int32, UInt16)] = [(0, 0, 5), (10, 0, 9), (20, 0, 5)]
    let page = Self.page(
      (Ink(colour: 0x0000_01FF), line), (Ink(colour: 0xAB12_CD80), line), (Ink(colour: 0xFF00_0000), line))
    let paths = try Self.read(page).named("path").dropFirst()
    #expect(paths.map { $0.attributes["stroke"] } == ["#000001", "#ab12cd"])
    #expect(paths.map { $0.attributes["opacity"] } == [nil, ".501"])
    #expect(Set(paths.map(\.group)).count == 2)
  }

  @Test("Highlighter lies below ink that was written before it, and text stays legible through it")
  func highlighter() throws {
    let page = Self.page(
      (Ink(colour: 0x1111_11FF), [(0, 0, 5), (10, 0, 5)]),
      (Ink(tool: .highlighter, colour: 0xFFE0_00FF), [(0, 0, 30), (10, 0, 30)]))
    let paths = try Self.read(page).named("path").dropFirst()
    #expect(paths.map { $0.attributes["stroke"] } == ["#ffe000", "#111111"])
    #expect(paths.first?.attributes["opacity"] == ".439")
  }

  @Test("An image is a box of its size that says how large its file is")
  func image() throws {
    var page = Page(id: PageID(rawValue: 1))
    let frame = Frame(x: -100, y: 50, width: 1_417, height: 567)
    page.append(
      .image(PlacedImage(id: ElementID(rawValue: 1), frame: frame, asset: AssetID(rawValue: 7))),
      from: InkArena())
    let picture = try Self.read(page)
    let boxes = picture.named("rect").map { box in
      ["x", "y", "width", "height"].map { box.attributes[$0] }
    }
    #expect(boxes.contains(["-100", "50", "1417", "567"]))
    #expect(Set(picture.texts) == ["image, 50 × 20 mm, 812 kB"])
  }

  @Test("The label of an image moves out from under an image above it, or is left out")
  func coveredLabels() throws {
    func labels(above frames: Frame...) throws -> [[String?]] {
      var page = Page(id: PageID(rawValue: 1))
      for (index, frame) in ([Frame(x: 100, y: 100, width: 1_500, height: 700)] + frames).enumerated() {
        let image = PlacedImage(
          id: ElementID(rawValue: UInt64(index + 1)), frame: frame, asset: AssetID(rawValue: 1))
        page.append(.image(image), from: InkArena())
      }
      return try Self.read(page).named("text").filter { $0.text == "image, 53 × 25 mm" }
        .map { [$0.attributes["x"], $0.attributes["y"]] }
    }
    let place = [["145", "212"], ["145", "212"]] as [[String?]]
    #expect(try labels() == place)
    #expect(try labels(above: Frame(x: 900, y: 400, width: 600, height: 200)) == place)
    let moved = try labels(above: Frame(x: 0, y: 0, width: 300, height: 300))
    #expect(moved == [["145", "732"], ["145", "732"]])
    #expect(try labels(above: Frame(x: 0, y: 0, width: 2_000, height: 1_000)).isEmpty)
  }

  @Test("Names are escaped, and what XML forbids is replaced")
  func escaping() throws {
    let title = "a <b> & \"c\" 'd' ]]> --"
    let picture = try SVGReading(Self.drawing(title: title + "\u{1}\u{0}\u{FFFE}").svg(of: Self.page()))
    #expect(picture.named("title").map(\.text) == [title + "\u{FFFD}\u{FFFD}\u{FFFD}"])
  }

  @Test("The farthest samples and the oddest pages give a picture that can be read")
  func extremes() throws {
    let page = Self.page(
      (Ink(width: .max), [(.min, .min, .max), (.max, .max, 0), (.min, .max, 1)]), (Ink(), []),
      (Ink(width: 0), [(1, 1, 0)]))
    let paths = try Self.read(page).named("path").dropFirst()
    let (low, high) = (Int(Int32.min), Int(Int32.max))
    let lines = try paths.flatMap { try $0.lines() }
    #expect(lines.contains(DrawnLine(from: [low, low], to: [high, high], width: 2 * Int(UInt16.max))))
    #expect(paths.last?.attributes["d"] == "M1 1h0")
    var drawing = Self.drawing()
    drawing.canvas = Canvas(width: 0, height: -5)
    let empty = try SVGReading(drawing.svg(of: page))
    #expect(empty.named("svg").first?.attributes["viewBox"] == "0 0 0.1 0.1")
  }

  @Test("A page that was edited into its state gives the same bytes as one that was written so")
  func determinism() throws {
    let page = Fixtures.page(strokes: 30, images: true)
    var edited = page
    let extra = Fixtures.page(strokes: 1, seed: 9)
    guard case .stroke(var stroke) = extra.elements[0] else { return }
    stroke.id = ElementID(rawValue: 999)
    try edited.apply(.put(.stroke(stroke), index: 3), from: extra.arena)
    #expect(Self.drawing().svg(of: edited) != Self.drawing().svg(of: page))
    try edited.apply(.remove(stroke.id), from: extra.arena)
    #expect(Self.drawing().svg(of: edited) == Self.drawing().svg(of: page))
  }
}
