/// A set of page numbers of one file, kept as ranges because files are written in runs.
struct PageSet: Hashable, Sendable {
  /// Sorted; no two overlap or touch.
  private(set) var ranges: [Range<UInt64>] = []
  private(set) var count: UInt64 = 0

  var isEmpty: Bool { ranges.isEmpty }

  /// Adds pages; returns how many of them were not there.
  @discardableResult
  mutating func insert(_ pages: Range<UInt64>) -> UInt64 {
    guard !pages.isEmpty else { return 0 }
    let first = firstIndex { $0.upperBound >= pages.lowerBound }
    var end = first
    var merged = pages
    var present: UInt64 = 0
    while end < ranges.count, ranges[end].lowerBound <= pages.upperBound {
      present += UInt64(ranges[end].clamped(to: pages).count)
      let lower = min(merged.lowerBound, ranges[end].lowerBound)
      merged = lower..<max(merged.upperBound, ranges[end].upperBound)
      end += 1
    }
    ranges.replaceSubrange(first..<end, with: CollectionOfOne(merged))
    let added = UInt64(pages.count) - present
    count += added
    return added
  }

  /// How many of some pages are there.
  func count(in pages: Range<UInt64>) -> UInt64 {
    var index = firstIndex { $0.upperBound > pages.lowerBound }
    var present: UInt64 = 0
    while index < ranges.count, ranges[index].lowerBound < pages.upperBound {
      present += UInt64(ranges[index].clamped(to: pages).count)
      index += 1
    }
    return present
  }

  /// Removes all pages from a number on.
  mutating func remove(from page: UInt64) {
    while let last = ranges.last, last.upperBound > page {
      ranges.removeLast()
      let kept = last.lowerBound..<max(last.lowerBound, page)
      count -= UInt64(last.count - kept.count)
      guard kept.isEmpty else {
        ranges.append(kept)
        return
      }
    }
  }

  mutating func removeAll() { self = PageSet() }

  /// By halving: a database's writes leave many ranges.
  private func firstIndex(where holds: (Range<UInt64>) -> Bool) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if holds(ranges[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
