package import InkModel

/// The base pages of a workload, each made from the seed and its number alone.
package struct GeneratedPages: PageSource {
  private let workload: Workload
  private let seed: UInt64
  private let hand: Hand

  package init(_ workload: Workload, seed: UInt64) {
    self.workload = workload
    self.seed = seed
    hand = Hand(workload, seed: seed)
  }

  package func fill(_ page: inout Page, index: Int) throws(PageSourceError) {
    guard 0..<workload.document.basePages ~= index else {
      throw PageSourceError("the base has no page \(index)")
    }
    var pen = Pen()
    _ = write(page: &page, index: index, with: &pen)
  }

  /// Fills a page and returns the scribe, which can go on where the base ends.
  func write(page: inout Page, index: Int, with pen: inout Pen) -> PageScribe {
    let images = BaseImages(workload, seed: seed)
    var scribe = emptyScribe(pageKey: UInt64(index), hasImage: images.hasImage(on: index))
    page.reset(id: Self.pageID(index))
    let strokes = Double(scribe.layout.capacity) * workload.document.basePageFill
    let count = max(1, Elementary.nearestInteger(strokes))
    page.fill { elements, arena in
      elements.reserveCapacity(count + 1)
      if let image = images.image(on: index, layout: scribe.layout) {
        elements.append(.image(image))
      }
      for number in 0..<count {
        let written = scribe.write(
          id: Self.elementID(page: index, number: number),
          opaqueByteCount: workload.document.opaqueBytesPerStroke, with: &pen, into: &arena)
        elements.append(.stroke(written.stroke))
      }
    }
    return scribe
  }

  /// A scribe for an empty page, whose random streams are those of a key.
  func emptyScribe(pageKey: UInt64, hasImage: Bool = false) -> PageScribe {
    PageScribe(workload, hand: hand, seed: seed, pageKey: pageKey, hasImage: hasImage)
  }

  /// The name of a base page.
  package static func pageID(_ index: Int) -> PageID { PageID(rawValue: UInt64(index) + 1) }

  /// The name of an element of a base page: its page's number in the high half, its own in the low.
  static func elementID(page: Int, number: Int) -> ElementID {
    ElementID(rawValue: UInt64(page + 1) << 32 | UInt64(number))
  }
}
