internal import InkModel

/// The lane of saves: as high as the strokes that each one kept, in the colour of its reason.
extension SessionTimeline {
  func paintSaves(with painter: inout TimelinePainter) {
    guard !saves.isEmpty else { return }
    let height = 760
    let most = max(saves.map(\.strokeCount).max() ?? 1, 1)
    let mean = Double(saves.reduce(0) { $0 + $1.strokeCount }) / Double(saves.count)
    let top = painter.lane(
      "strokes in a save", details: ["mean \(Humanised.digits(mean))", "at most \(most)"], height: height)
    let level = top + height - Int((Double(height) * mean / Double(most)).rounded())
    painter.level(at: level)
    for reason in SaveReason.allCases {
      let chosen = saves.filter { $0.reason == reason }
      guard !chosen.isEmpty else { continue }
      let spans = chosen.map {
        ($0.startMilliseconds...$0.startMilliseconds, Double($0.strokeCount) / Double(most))
      }
      var bars = TimelineColumns.tallest(spans, top: top, height: height, painter.scale)
      for index in bars.indices { bars[index].width = 15 }
      painter.bars(bars, colour: reason.colour)
      painter.key(reason.colour, reason.meaning, in: "saves")
    }
  }
}

extension SaveReason {
  fileprivate var colour: String {
    switch self {
    case .autosave: "#1f8a99"
    case .pageClose: "#a8438f"
    case .background: "#6a6a66"
    case .documentClose: "#b03a48"
    }
  }

  fileprivate var meaning: String {
    switch self {
    case .autosave: "by the policy"
    case .pageClose: "on leaving the page"
    case .background: "on background"
    case .documentClose: "on closing"
    }
  }
}
