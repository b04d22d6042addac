internal import InkModel

/// Strokes: their shape, and the pauses before them.
extension SessionObserver {
  /// Looks at pages of the base, one at a time, and at some of the strokes of each.
  mutating func observeBase(
    _ base: borrowing Base, _ extent: SessionStatistics.BasePages
  ) throws(StatisticsError) {
    let count = base.document.pages.count
    let wanted =
      switch extent {
      case .all: count
      case .sampled(let number): min(count, max(0, number))
      }
    var page = Page(id: PageID(rawValue: 0))
    var withInk = 0
    for number in 0..<wanted {
      let index = number * count / wanted
      do throws(PageSourceError) { try base.source.fill(&page, index: index) } catch {
        throw StatisticsError(error)
      }
      let strokes = page.strokeCount
      guard !page.elements.isEmpty else { continue }
      withInk += 1
      if strokes > 0 {
        statistics.note(Double(strokes), .strokesPerPage)
        writtenCounts[base.document.pages[index].id] = strokes
      }
      if strokes < page.elements.count { statistics.count(.basePagesWithImage) }
      addSome(of: page)
    }
    guard !isImported else { return }
    statistics.count(.basePagesWithInk, withInk)
    // Of a sample, as many as there must be in all.
    let all = wanted > 0 ? (withInk * count + wanted / 2) / wanted : 0
    statistics.note(Double(all), .basePages)
  }

  /// Measures strokes of a page of the base, evenly spread.
  private mutating func addSome(of page: borrowing Page) {
    let step = max(1, page.elements.count / Self.baseStrokesMeasured)
    for index in stride(from: 0, to: page.elements.count, by: step) {
      if case .stroke(let stroke) = page.elements[index] { add(stroke, page.arena) }
    }
  }

  /// A page's strokes are by one hand; a few dozen tell how it writes.
  private static let baseStrokesMeasured = 50

  /// Measures a stroke.
  mutating func add(_ stroke: Stroke, _ arena: borrowing InkArena, on page: PageID? = nil) {
    let points = arena.points(of: stroke)
    let bytes = Int(stroke.opaque.count)
    statistics.count(.opaqueStrokes)
    statistics.count(.opaqueBytes, bytes)
    statistics.count(.opaquePoints, points.count)
    statistics.count(.opaquePointsSquared, points.count * points.count)
    statistics.count(.opaqueBytesTimesPoints, bytes * points.count)
    statistics.tally("\(stroke.ink.tool)", .tool)
    guard stroke.ink.tool != .highlighter, points.count > 0 else { return }
    if let page { heights[page, default: []].append(Self.height(of: points)) }
    statistics.tally(String(stroke.ink.width), .penWidth)
    statistics.addInk(
      points, hasTimes: hasSampleTimes, hasPressure: hasShapes && Self.varies(points), hasPath: hasShapes)
    if hasSampleTimes { observeClock(points) }
  }

  private static func height(of points: Span<SamplePoint>) -> Double {
    var (top, bottom) = (points[0].y, points[0].y)
    for index in points.indices { (top, bottom) = (min(top, points[index].y), max(bottom, points[index].y)) }
    return (Double(bottom) - Double(top)) / Units.perMillimetre
  }

  /// Whether pressure changes within a stroke, as that of every pen which reports it does.
  private static func varies(_ points: Span<SamplePoint>) -> Bool {
    points.indices.contains { points[$0].pressure != points[0].pressure }
  }

  /// Judges the tablet's rate and the defects of its clock.
  private mutating func observeClock(_ points: Span<SamplePoint>) {
    guard points.count >= Self.clockSamplesMin else { return }
    let duration = Double(points[points.count - 1].t) - Double(points[0].t)
    guard duration > 0 else { return }
    let step = duration / Double(points.count - 1)
    let rate = 1_000 / step
    let nearest = SampleRate.choices.min { abs(Double($0) - rate) < abs(Double($1) - rate) }
    if let nearest { statistics.tally(String(nearest), .sampleRateHertz) }
    for index in 1..<points.count {
      let (before, after) = (points[index - 1].t, points[index].t)
      statistics.count(.steps)
      if after <= before {
        statistics.count(.repeatedTimes)
      } else if Double(after - before) > step + Self.lostReportMilliseconds {
        statistics.count(.lostReports)
      }
    }
  }

  /// Shorter strokes don't tell the rate.
  private static let clockSamplesMin = 20
  /// A step so much longer than the usual one has lost reports in it.
  private static let lostReportMilliseconds = 6.0

  /// Notes the time from the last stroke to this one, if nothing lay between.
  ///
  /// The way of the pen to and from strokes that take the place of others tells nothing of the text.
  mutating func observePause(before points: Span<SamplePoint>, at start: UInt64, isWithinText: Bool) {
    defer { penUp = points.count > 0 ? Self.place(points[points.count - 1]) : nil }
    guard hasPauses, last == .stroke, let penUp, start >= lastEnd, points.count > 0 else { return }
    let seconds = Double(start - lastEnd) / 1_000
    statistics.addGap(seconds: seconds)
    guard seconds <= Self.breakSeconds else { return statistics.note(seconds, .breakSeconds) }
    guard isWithinText, let pageInView else { return }
    jumps.append(Jump(seconds: seconds, way: Self.place(points[0]) - penUp, page: pageInView))
  }

  /// Whoever stops for longer is not writing.
  static let breakSeconds = 60.0

  static func place(_ point: SamplePoint) -> SIMD2<Double> {
    SIMD2(Double(point.x), Double(point.y)) * (1 / Units.perMillimetre)
  }

  /// Sorts the pauses by the way of the pen, in heights of the page's median stroke.
  mutating func classifyPauses() {
    defer { jumps.removeAll() }
    guard let usual = statistics.ink[.strokeHeightMillimetres].median, usual > 0 else { return }
    // A full page is written smaller; how much, its own strokes tell.
    let own = heights.compactMapValues { values in
      values.count >= Self.pageStrokesMin ? UserPool.quantile(0.5, of: values) : nil
    }
    for jump in jumps {
      let height = max(own[jump.page] ?? usual, usual * 0.1) * Self.textShare
      statistics.note(jump.seconds, Self.pauseClass(of: jump.way * (1 / height)))
    }
  }

  /// With fewer strokes a page counts as written like the others.
  private static let pageStrokesMin = 30

  /// The height that jumps are measured by, over that of the median stroke of text and drawings together.
  private static let textShare = 0.94

  private static func pauseClass(of way: SIMD2<Double>) -> Measure {
    // A new line: back to the left, and down.
    if way.x < -lineBreakHeights, linePitches ~= way.y { return .pauseLineBreakSeconds }
    let length = (way * way).sum().squareRoot()
    let limits = [0.5, 1, 2, 4]
    return Measure.pausesByJump[limits.firstIndex { length < $0 } ?? limits.count]
  }

  /// A shorter way back is a dot or a cross.
  private static let lineBreakHeights = 3.0
  /// How far down the next line is; farther is another place on the page.
  private static let linePitches = 0.8...5
}

/// The rates at which tablets report.
enum SampleRate {
  static let choices = [60, 120, 240]
}
