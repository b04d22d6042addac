internal import InkModel

/// The lane of the saves that the app made while the session was recorded: as high as each one lasted.
///
/// Strokes a save are the policy's doing and stand in the lane above; what only the device knows is how long
/// its saves took, and which of them failed. A failed one counts in no mean, as in reports, and is red up to
/// the lane's top, where it can't be missed however short it was.
extension SessionTimeline {
  func paintRecordedSaves(with painter: inout TimelinePainter) {
    guard !recordedSaves.isEmpty else { return }
    let height = 440
    let durations = recordedSaves.filter { $0.error == nil }.map(\.durationNanoseconds)
    let most = max(durations.max() ?? 0, 1)
    let mean = durations.reduce(0, +) / Double(max(durations.count, 1))
    let times = ["mean \(Humanised.time(nanoseconds: mean))", "at most \(Humanised.time(nanoseconds: most))"]
    let top = painter.lane("recorded saves", details: durations.isEmpty ? [] : times, height: height)
    if !durations.isEmpty { painter.level(at: top + height - Int((Double(height) * mean / most).rounded())) }
    for (hasFailed, colour, name) in [(false, "#56718c", "as long as it took"), (true, "#d11f2f", "failed")] {
      let chosen = recordedSaves.filter { ($0.error != nil) == hasFailed }
      guard !chosen.isEmpty else { continue }
      let spans = chosen.map { ($0.time, hasFailed ? 1 : $0.durationNanoseconds / most) }
      var bars = TimelineColumns.tallest(spans, top: top, height: height, painter.scale)
      for index in bars.indices { bars[index].width = max(bars[index].width, 15) }
      painter.bars(bars, colour: colour)
      painter.key(colour, name, in: "recorded saves")
    }
  }

  /// What the heading says of them; nil if there are none.
  var recordedSummary: String? {
    guard !recordedSaves.isEmpty else { return nil }
    let failures = recordedSaves.count { $0.error != nil }
    return "Recorded on the device: \(TimelineText.count(recordedSaves.count, "save")) of the app"
      + (failures == 0 ? "" : ", of which \(Humanised.count(Double(failures))) failed")
  }
}

extension RecordedSave {
  fileprivate var durationNanoseconds: Double { Double(durationMicroseconds) * 1_000 }

  /// From its beginning to its end.
  var time: ClosedRange<UInt64> {
    startMilliseconds...(startMilliseconds + durationMicroseconds / 1_000)
  }
}
