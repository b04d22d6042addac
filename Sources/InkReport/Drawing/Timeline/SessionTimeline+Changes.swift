internal import InkModel

/// The lanes of what the writer did, and of the pauses in between.
///
/// A change is a bar as long as it took. Where there are more of them than places, bars would run into one
/// band, so their number in each narrow column is drawn as its height instead.
extension SessionTimeline {
  func paintChanges(with painter: inout TimelinePainter) {
    var marks: [EditCause: [ClosedRange<UInt64>]] = [:]
    for event in events {
      guard case .edit(_, _, let cause) = event.action else { continue }
      marks[cause, default: []].append(event.startMilliseconds...event.endMilliseconds)
    }
    for cause in EditCause.allCases {
      guard let times = marks[cause] else { continue }
      let height = cause == .write ? 420 : 130
      let isDense = times.count > TimelineColumns.sparseMax
      let columns = isDense ? TimelineColumns(counting: times.map(\.lowerBound), painter.scale) : nil
      var details = [Humanised.count(Double(times.count))]
      if let columns, cause == .write { details.append(columns.text) }
      let top = painter.lane(cause.laneName, details: details, height: height)
      let bars =
        columns?.bars(top: top, height: height)
        ?? times.map { TimelineColumns.bar($0, share: 1, top: top, height: height, painter.scale) }
      painter.bars(bars, colour: cause.laneColour)
    }
    painter.rule()
  }

  /// Draws the time between changes, on a logarithmic scale from a second to five minutes.
  func paintPauses(with painter: inout TimelinePainter) {
    var pauses: [ClosedRange<UInt64>] = []
    var end: UInt64?
    for event in events {
      guard case .edit = event.action else { continue }
      if let end, event.startMilliseconds >= end + Self.shortestPause {
        pauses.append(end...event.startMilliseconds)
      }
      end = max(end ?? 0, event.endMilliseconds)
    }
    // What is cut has a mark and a length of its own.
    pauses.removeAll { painter.scale.isCut($0) }
    guard !pauses.isEmpty else { return }
    let height = 340
    let top = painter.lane("pauses", details: ["1 s to 5 min, log."], height: height)
    for (isBreak, colour, name) in [(false, "#9db2c6", "from 1 s"), (true, "#56718c", "from 30 s")] {
      let chosen = pauses.filter { ($0.upperBound - $0.lowerBound >= Self.shortestBreak) == isBreak }
      guard !chosen.isEmpty else { continue }
      painter.bars(
        TimelineColumns.tallest(
          chosen.map { ($0, Self.logarithmicShare(of: $0)) }, top: top,
          height: height, painter.scale), colour: colour)
      painter.key(colour, name, in: "pauses")
    }
    painter.rule()
  }

  /// From just above 0 for a second to 1 for five minutes.
  ///
  /// Between powers of two the logarithm is a straight line, which no eye tells apart and every machine
  /// computes alike.
  private static func logarithmicShare(of pause: ClosedRange<UInt64>) -> Double {
    let ratio = Double(pause.upperBound - pause.lowerBound) / Double(shortestPause)
    let logarithm = Double(ratio.exponent) + ratio.significand - 1
    return min(max(logarithm / 8.2, 0.06), 1)
  }

  /// Shorter ones are the rhythm of writing: a second.
  private static let shortestPause: UInt64 = 1_000
  /// From here on the writer was busy with something else: thirty seconds.
  private static let shortestBreak: UInt64 = 30_000
}

extension EditCause {
  fileprivate var laneName: String {
    switch self {
    case .partialErase: "partial erase"
    default: rawValue
    }
  }

  fileprivate var laneColour: String {
    switch self {
    case .write: "#2f6fb0"
    case .erase: "#b03a48"
    case .partialErase: "#c8641e"
    case .lasso: "#a8438f"
    case .insert: "#2e8b57"
    case .undo: "#8a6d1b"
    case .redo: "#1f8a99"
    }
  }
}
