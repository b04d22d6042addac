import InkModel
import InkSimulation
import Testing

@Suite("Generated pages") struct GeneratedPageTests {
  /// A workload of small pages in a hand.
  static func workload(
    _ style: HandStyle, strokes: Double = 60, pages: Int = 3, rate: Int = 240, opaqueBytes: Int = 0
  ) -> Workload {
    var workload = Workload()
    workload.hand.style = style
    workload.hand.sampleRateHertz = rate
    workload.document.basePages = pages
    workload.document.opaqueBytesPerStroke = opaqueBytes
    workload.document.basePagesWithImageShare = 0.5
    workload.page.strokesPerPage = Quantity(.constant(strokes), within: 1...2_500)
    return workload
  }

  static func page(_ source: GeneratedPages, _ index: Int) throws -> Page {
    var page = Page(id: PageID(rawValue: 0))
    try source.fill(&page, index: index)
    return page
  }

  @Test("A page comes out the same alone, in any order and into a used page", arguments: HandStyle.allCases)
  func orderDoesNotMatter(style: HandStyle) throws {
    let source = GeneratedPages(Self.workload(style, opaqueBytes: 7), seed: 5)
    let alone = try Self.page(source, 2)
    var reused = Page(id: PageID(rawValue: 0))
    for index in [1, 0, 2] { try source.fill(&reused, index: index) }
    #expect(reused.firstDifference(from: alone) == nil)
    #expect(reused.id == alone.id)
    #expect(!alone.hasSameContent(as: try Self.page(source, 1)))
    let other = GeneratedPages(Self.workload(style, opaqueBytes: 7), seed: 6)
    #expect(!alone.hasSameContent(as: try Self.page(other, 2)))
  }

  @Test("Pages made at the same time equal pages made one after another")
  func parallel() async throws {
    let source = GeneratedPages(Self.workload(.cursive, pages: 8), seed: 5)
    let together = await withTaskGroup(of: (Int, Page?).self) { group in
      for index in 0..<8 { group.addTask { (index, try? Self.page(source, index)) } }
      return await group.reduce(into: [Int: Page]()) { $0[$1.0] = $1.1 }
    }
    for index in 0..<8 {
      let alone = try Self.page(source, index)
      #expect(together[index]?.hasSameContent(as: alone) == true)
    }
  }

  @Test("Element ids are unique in the document and stay below 2⁵³")
  func identifiers() throws {
    let source = GeneratedPages(Self.workload(.print, pages: 4), seed: 1)
    var seen: Set<ElementID> = []
    for index in 0..<4 {
      for element in try Self.page(source, index).elements {
        #expect(seen.insert(element.id).inserted)
        #expect(element.id.rawValue < 1 << 50)
      }
    }
    #expect(seen.count >= 240)
  }

  @Test(
    "Samples begin at zero, never go back in time, press within scale and stay near the page",
    arguments: HandStyle.allCases, [60, 120, 240])
  func samples(style: HandStyle, rate: Int) throws {
    let page = try Self.page(GeneratedPages(Self.workload(style, rate: rate), seed: 3), 0)
    var steps: [UInt32: Int] = [:]
    for case .stroke(let stroke) in page.elements {
      let points = page.arena.points[stroke.points.indices]
      #expect(points.first?.t == 0)
      for (left, right) in zip(points, points.dropFirst()) {
        #expect(left.t <= right.t)
        steps[right.t - left.t, default: 0] += 1
      }
      for point in points {
        #expect(1...1_000 ~= point.pressure)
        #expect(point.radius > 0)
        #expect(-600...6_600 ~= point.x && -600...9_100 ~= point.y)
      }
    }
    let usual: [UInt32] = rate == 240 ? [4, 5] : rate == 120 ? [8, 9] : [16, 17]
    let count = steps.values.reduce(0, +)
    let ordinary = usual.reduce(0) { $0 + (steps[$1] ?? 0) }
    #expect(Double(ordinary) > 0.98 * Double(count))
    #expect(ordinary < count)
  }

  @Test("Words end all over the page, at its bottom too")
  func spaces() throws {
    var workload = Self.workload(.print, strokes: 400, pages: 8)
    workload.document.basePagesWithImageShare = 0
    // A page of few lines, where many diagrams find no room: they must leave the words as they are.
    workload.page.heightPoints = 200
    workload.page.diagramShare = 0.3
    let source = GeneratedPages(workload, seed: 3)
    for index in 0..<8 {
      let page = try Self.page(source, index)
      let boxes = page.elements.suffix(150).compactMap { element -> (left: Int32, right: Int32)? in
        guard case .stroke(let stroke) = element else { return nil }
        let xs = page.arena.points[stroke.points.indices].map(\.x)
        return (xs.min() ?? 0, xs.max() ?? 0)
      }
      let gaps = zip(boxes, boxes.dropFirst()).map { $1.left - $0.right }
      // Letters of this hand are up to 5 apart, words 7 to 40; a word has four to five letters in the mean.
      let letterGaps = gaps.count { 1...5 ~= $0 }
      let wordGaps = gaps.count { 7...40 ~= $0 }
      #expect(wordGaps * 8 > letterGaps, "page \(index)")
    }
  }

  @Test("A page that has to hold many strokes is written smaller and still fits")
  func densePagesFit() throws {
    let page = try Self.page(GeneratedPages(Self.workload(.cursive, strokes: 1_500, pages: 1), seed: 2), 0)
    let lines = Set(page.arena.points.map { $0.y / 100 })
    #expect(page.elements.count >= 1_500)
    #expect(lines.count > 65 && lines.count < 82)
  }

  @Test(
    "Pages are written below their image, or on it where the workload says so",
    arguments: BaseImageUse.allCases)
  func imagesAndInk(use: BaseImageUse) throws {
    var workload = Self.workload(.print, strokes: 120, pages: 4)
    workload.document.basePagesWithImageShare = 1
    workload.document.baseImages = use
    let source = GeneratedPages(workload, seed: 3)
    for index in 0..<4 {
      let page = try Self.page(source, index)
      guard case .image(let image) = page.elements[0] else {
        Issue.record("page \(index) has no image"); continue
      }
      let end = image.frame.y + image.frame.height
      let onImage = page.elements.count { element in
        guard case .stroke(let stroke) = element else { return false }
        return page.arena.points[stroke.points.indices].allSatisfy { $0.y < end }
      }
      #expect(use == .apart ? onImage == 0 : onImage > 60, "page \(index): \(onImage)")
    }
  }

  @Test("About the asked share of strokes belongs to diagrams", arguments: [0, 0.1, 0.3])
  func diagrams(share: Double) throws {
    var workload = Self.workload(.print, strokes: 1_000, pages: 6)
    workload.page.diagramShare = share
    // The room that an image takes would make the diagrams smaller.
    workload.document.basePagesWithImageShare = 0
    let source = GeneratedPages(workload, seed: 4)
    var long = 0
    for index in 0..<6 {
      let page = try Self.page(source, index)
      for case .stroke(let stroke) in page.elements where stroke.ink.tool == .pen {
        let points = page.arena.points[stroke.points.indices]
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        let (width, height) = ((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
        // Beyond 25 mm: hardly a letter, and about an eighth of the strokes of a diagram.
        if width + height > 700 { long += 1 }
      }
    }
    let expected = 0.002 + 0.12 * share
    #expect(abs(Double(long) / 6_000 / expected - 1) < 0.3)
  }

  @Test("Late dots and crosses go back within the line, in about the asked share of strokes")
  func goingBack() throws {
    var shares: [Double] = []
    for share in [0, 0.3] {
      var workload = Self.workload(.print, strokes: 300, pages: 1)
      workload.document.basePagesWithImageShare = 0
      workload.page.diagramShare = 0
      workload.page.jumpUpShare = 0
      workload.page.highlightedWordShare = 0
      workload.page.goBackShare = share
      let page = try Self.page(GeneratedPages(workload, seed: 8), 0)
      var (backward, last) = (0, (left: Int32.min, bottom: Int32.min))
      for case .stroke(let stroke) in page.elements {
        let points = page.arena.points[stroke.points.indices]
        let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let bottom = points.map(\.y).max() ?? 0
        // Wholly to the left of the stroke before, and not on a new line.
        if right < last.left, bottom < last.bottom + 100 { backward += 1 }
        last = (left, bottom)
      }
      shares.append(Double(backward) / 300)
    }
    #expect(shares[0] < 0.03)
    #expect(0.08...0.3 ~= shares[1], "\(shares)")
  }

  @Test("A page that the base does not have is refused")
  func noSuchPage() {
    let source = GeneratedPages(Self.workload(.print), seed: 1)
    var page = Page(id: PageID(rawValue: 1))
    #expect(throws: PageSourceError("the base has no page 3")) { try source.fill(&page, index: 3) }
    #expect(throws: PageSourceError.self) { try source.fill(&page, index: -1) }
  }
}
