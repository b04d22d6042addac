/// Turns session time into places of the picture.
///
/// Method. Time runs evenly, but a long gap in which nothing happens is cut to a narrow band, or a day's few
/// sittings would be slivers. A gap is cut if it lasts five minutes and a thirtieth of all activity, shorter
/// pauses included. Of the others, from the longest on, one is cut if it lasts thirty seconds and a fifth of
/// the time that is left. Places are whole tenths of a pixel.
struct TimelineScale {
  /// A span of time and where it is drawn.
  struct Segment {
    var time: ClosedRange<UInt64>
    var place: ClosedRange<Int>
    /// Whether the span is cut short because nothing happens in it.
    var isCut: Bool
  }

  private(set) var segments: [Segment] = []
  /// Tenths of a pixel that a millisecond takes where nothing is cut.
  private(set) var tenthsPerMillisecond: Double = 0
  /// Room left free at both ends of what is uncut, so that no cut covers what happens beside it.
  private let margin: Int

  /// Fits spans of activity, in any order, between two places.
  init(busy spans: [ClosedRange<UInt64>], from left: Int, to right: Int) {
    let gaps = Self.gaps(between: spans)
    let time = (spans.map(\.lowerBound).min() ?? 0)...(spans.map(\.upperBound).max() ?? 0)
    let cuts = Self.cuts(of: gaps, in: time)
    let room = right - left
    let cutWidth = cuts.isEmpty ? 0 : min(Self.cutWidthMax, room / (4 * cuts.count))
    margin = cuts.isEmpty ? 0 : min(Self.marginMax, room / (8 * (cuts.count + 1)))
    let uncut = Self.length(of: time) - cuts.reduce(0) { $0 + Self.length(of: $1) }
    let timeRoom = room - cutWidth * cuts.count - 2 * margin * (cuts.count + 1)
    tenthsPerMillisecond = Double(timeRoom) / Double(max(uncut, 1))
    var now = time.lowerBound
    var place = left
    for cut in cuts {
      appendUncut(now...cut.lowerBound, at: &place)
      segments.append(Segment(time: cut, place: place...(place + cutWidth), isCut: true))
      place += cutWidth
      now = cut.upperBound
    }
    appendUncut(now...time.upperBound, at: &place)
  }

  private mutating func appendUncut(_ time: ClosedRange<UInt64>, at place: inout Int) {
    let width = Int((Double(Self.length(of: time)) * tenthsPerMillisecond).rounded(.down)) + 2 * margin
    segments.append(Segment(time: time, place: place...(place + width), isCut: false))
    place += width
  }

  /// Where a time is drawn; times outside the session lie at its ends.
  func place(of time: UInt64) -> Int {
    let segment = segment(at: time)
    let time = min(max(time, segment.time.lowerBound), segment.time.upperBound)
    let inset = segment.isCut ? 0 : margin
    let first = segment.place.lowerBound + inset
    let length = Self.length(of: segment.time)
    guard length > 0 else { return first }
    let share = Double(time - segment.time.lowerBound) / Double(length)
    return first + Int((share * Double(segment.place.count - 1 - 2 * inset)).rounded())
  }

  /// The segment that a time lies in; the ends of a cut, at which something happens, lie outside it.
  private func segment(at time: UInt64) -> Segment {
    // The last segment that begins by then: a binary search, as every stroke asks twice.
    var (low, high) = (0, segments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      let start = segments[middle].time.lowerBound
      if segments[middle].isCut ? start < time : start <= time { low = middle } else { high = middle }
    }
    return segments[low]
  }

  /// Whether a span of time reaches into a cut.
  func isCut(_ time: ClosedRange<UInt64>) -> Bool {
    segments.contains { $0.isCut && $0.time.overlaps(time) }
  }

  private static func gaps(between spans: [ClosedRange<UInt64>]) -> [ClosedRange<UInt64>] {
    var gaps: [ClosedRange<UInt64>] = []
    var end: UInt64?
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let end, span.lowerBound > end { gaps.append(end...span.lowerBound) }
      end = max(end ?? 0, span.upperBound)
    }
    return gaps
  }

  /// The gaps to cut, in order.
  private static func cuts(
    of gaps: [ClosedRange<UInt64>], in time: ClosedRange<UInt64>
  ) -> [ClosedRange<UInt64>] {
    let long = gaps.filter { length(of: $0) >= shortestBetweenSittings }
    let activity = length(of: time) - long.reduce(0) { $0 + length(of: $1) }
    var cuts = long.filter { length(of: $0) >= activity / 30 }
    var left = length(of: time) - cuts.reduce(0) { $0 + length(of: $1) }
    for gap in gaps.sorted(by: { length(of: $0) > length(of: $1) }).dropFirst(cuts.count) {
      let length = length(of: gap)
      // Once one is short enough to stay, so are all after it.
      guard length >= max(shortestInSitting, left / 5) else { break }
      cuts.append(gap)
      left -= length
    }
    return cuts.sorted { $0.lowerBound < $1.lowerBound }
  }

  private static func length(of time: ClosedRange<UInt64>) -> UInt64 { time.upperBound - time.lowerBound }

  /// Wide enough for a line of text on its side: 18 pixels.
  private static let cutWidthMax = 180
  /// Three pixels.
  private static let marginMax = 30
  /// Longer than most pauses for thought: five minutes.
  private static let shortestBetweenSittings: UInt64 = 300_000
  /// Shorter ones are pauses of writing, however much of a session they take: thirty seconds.
  private static let shortestInSitting: UInt64 = 30_000
}
