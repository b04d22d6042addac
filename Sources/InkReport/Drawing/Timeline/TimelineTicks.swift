/// The ticks of the axis of time: round times where time runs, and the time after each cut.
struct TimelineTicks {
  struct Tick {
    var place: Int
    var label: String
    /// Whether it stands right after a cut.
    var isFirst: Bool
  }

  private(set) var ticks: [Tick] = []
  let clock: TimelineText.Clock

  init(_ scale: TimelineScale) {
    let fitting = Self.steps.first { Double($0) * scale.tenthsPerMillisecond >= Double(Self.spacing) }
    // Longer than the longest step: years of them, of which days would be too many.
    let step = fitting ?? Self.longest(scale)
    let end = scale.segments.last?.time.upperBound ?? 0
    clock = TimelineText.Clock(stepMilliseconds: step, endMilliseconds: end)
    for (index, segment) in scale.segments.enumerated() where !segment.isCut {
      // After a cut the time is told at once; a tick just before the cut gives way to it.
      if index > 0 { add(segment.time.lowerBound, on: scale, isFirst: true) }
      let first = (segment.time.lowerBound + step - 1) / step * step
      guard first <= segment.time.upperBound else { continue }
      for time in stride(from: first, through: segment.time.upperBound, by: Int(step)) {
        add(time, on: scale, isFirst: false)
      }
    }
  }

  private mutating func add(_ time: UInt64, on scale: TimelineScale, isFirst: Bool) {
    let tick = Tick(
      place: scale.place(of: time), label: TimelineText.tick(time, clock), isFirst: isFirst)
    if let last = ticks.last, tick.place - last.place < Self.spacing * 3 / 4 {
      guard isFirst, !last.isFirst else { return }
      ticks.removeLast()
    }
    ticks.append(tick)
  }

  private static func longest(_ scale: TimelineScale) -> UInt64 {
    let days = Double(spacing) / max(scale.tenthsPerMillisecond, 1e-12) / 86_400_000
    return 86_400_000 * UInt64(max(days.rounded(.up), 1))
  }

  /// Room that a label takes: 64 pixels.
  private static let spacing = 640

  /// Round steps of sexagesimal time, in milliseconds.
  private static let steps: [UInt64] =
    [100, 200, 500]
    + [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400].map {
      $0 * 1_000
    }
}
