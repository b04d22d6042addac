/// Narrow columns of a lane, for what is too dense to be drawn one by one.
struct TimelineColumns {
  private var counts: [Int: Int] = [:]
  private let millisecondsPerColumn: UInt64

  /// Counts times by the column that they fall into.
  init(counting times: [UInt64], _ scale: TimelineScale) {
    for time in times { counts[scale.place(of: time) / Self.width, default: 0] += 1 }
    millisecondsPerColumn = UInt64(max(Double(Self.width) / max(scale.tenthsPerMillisecond, 1e-12), 1))
  }

  /// The tallest column in words.
  var text: String {
    "up to \(counts.values.max() ?? 0) in \(TimelineText.duration(millisecondsPerColumn))"
  }

  /// The columns, the tallest as high as the lane.
  func bars(top: Int, height: Int) -> [Bar] {
    let most = max(counts.values.max() ?? 1, 1)
    return counts.sorted { $0.key < $1.key }.map { column, count in
      let size = max(height * count / most, Self.heightMin)
      return Bar(x: column * Self.width, y: top + height - size, width: Self.width - 5, height: size)
    }
  }

  /// One span of time as a bar that stands on the lane's floor.
  static func bar(
    _ time: ClosedRange<UInt64>, share: Double, top: Int, height: Int, _ scale: TimelineScale
  ) -> Bar {
    let place = scale.place(of: time.lowerBound)
    let size = max(Int((Double(height) * share).rounded()), heightMin)
    return Bar(
      x: place, y: top + height - size, width: max(scale.place(of: time.upperBound) - place, 10), height: size
    )
  }

  /// Spans as bars; where several begin in one column and end in it, only the tallest is drawn.
  static func tallest(
    _ spans: [(time: ClosedRange<UInt64>, share: Double)], top: Int, height: Int, _ scale: TimelineScale
  ) -> [Bar] {
    var bars: [Bar] = []
    for span in spans {
      let bar = bar(span.time, share: span.share, top: top, height: height, scale)
      if let last = bars.last, last.width <= 20, bar.x - last.x < 20, bar.width <= 20 {
        if bar.height > last.height { bars[bars.count - 1] = bar }
      } else {
        bars.append(bar)
      }
    }
    return bars
  }

  /// More marks than this in a lane run into each other.
  static let sparseMax = 600
  /// Three pixels, which the eye can still tell apart.
  private static let width = 30
  static let heightMin = 25
}
