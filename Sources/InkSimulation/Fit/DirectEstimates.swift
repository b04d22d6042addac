/// What parameters can be read off summaries at once; what a simulation has to correct comes after.
struct DirectEstimates {
  let pool: UserPool
  var parameters = FittedParameters()

  init(_ pool: UserPool) {
    self.pool = pool
    estimateDocument()
    estimatePages()
    estimateHand()
    guard pool.whole[.sessionsAtWork] > 0 else {
      parameters.note(
        unmeasured:
          "sessions, edits, page turning and the app, because notebooks don't show how they were written")
      return
    }
    estimateSession()
    estimateEdits()
    estimateTurning()
    estimateApp()
  }

  /// A measure's distribution for the chosen user; nil if there are no values.
  func law(_ measure: Measure, isAmount: Bool = false) -> Distribution? {
    pool.law(measure, isAmount: isAmount)
  }

  private mutating func estimateDocument() {
    parameters.set("document.basePages", whole: pool.value(.basePages))
    let withInk = pool.whole[.basePagesWithInk]
    if withInk > 0 {
      parameters.set("document.basePagesWithImageShare", pool.value(.pagesWithImages))
    }
    parameters.set("edits.imageKilobytes", law(.imageKilobytes, isAmount: true))
    estimateOpaqueBytes()
  }

  /// Bytes a stroke and bytes a sample, by a straight line of least squares.
  private mutating func estimateOpaqueBytes() {
    let whole = pool.whole
    let count = Double(whole[.opaqueStrokes])
    guard count > 0 else { return }
    let (x, y) = (Double(whole[.opaquePoints]) / count, Double(whole[.opaqueBytes]) / count)
    let variance = Double(whole[.opaquePointsSquared]) / count - x * x
    let covariance = Double(whole[.opaqueBytesTimesPoints]) / count - x * y
    let slope = variance > 0 ? max(0, (covariance / variance).rounded()) : 0
    parameters.set("document.opaqueBytesPerPoint", slope)
    parameters.set("document.opaqueBytesPerStroke", whole: max(0, y - slope * x))
  }

  private mutating func estimatePages() {
    estimateCanvas()
    let fullCount = pool.whole[.strokesPerPage].count + pool.whole[.strokesPerFinishedPage].count
    guard fullCount > 0 else {
      return parameters.note(unmeasured: "the size of pages, because none was full")
    }
    estimateFill()
    parameters.set("page.strokesPerPage", pool.pageLaw(tableFrom: Self.pagesForTable))
  }

  /// The canvas of most pages, unless a workload can't have it, and a margin that leaves room on it.
  private mutating func estimateCanvas() {
    guard let canvas = pool.whole.mostFrequent(.canvas) else { return }
    let sides = canvas.split(separator: "x").compactMap { Double($0) }.map { $0 / 10 }
    let isPossible =
      sides.count == 2
      && zip(["page.widthPoints", "page.heightPoints"], sides).allSatisfy {
        FittedParameters.range(of: $0)?.contains($1) ?? false
      }
    guard isPossible else {
      return parameters.note(
        unmeasured: "the canvas, because a workload can't have pages as small or as large as most of these")
    }
    parameters.set("page.widthPoints", sides[0])
    parameters.set("page.heightPoints", sides[1])
    // Both margins leave at least a third of the page; in whole hundredths, so that none is rounded up.
    let hundredths = min(sides[0], sides[1]) / 3 * (25.4 / 72) * 100
    let marginMax = hundredths.rounded(.down) / 100
    if marginMax < Workload().page.marginMillimetres { parameters.set("page.marginMillimetres", marginMax) }
  }

  /// How full pages of the base are, if pages written to their end show it; else they count as full.
  private mutating func estimateFill() {
    guard pool.whole[.sessionsAtWork] > 0, (pool.value(.basePages) ?? 0) > 0 else { return }
    guard let fill = pool.whole[.basePageFill].mean else {
      return parameters.note(
        unmeasured:
          "how full pages were before the session, because none of them was written on to its end; they count "
          + "as full")
    }
    parameters.set("document.basePageFill", fill)
  }

  /// The tail of a law of so few pages would have pages larger than anybody filled.
  private static let pagesForTable = 6

  private mutating func estimateHand() {
    if let width = pool.whole.mostFrequent(.penWidth).flatMap({ Double($0) }) {
      parameters.set("hand.penWidthPoints", width / 10)
    }
    if pool.whole[.sessionsWithPressure] > 0 {
      parameters.set("hand.pressure", pool.value(.pressure))
      parameters.set("hand.pressureNoise", pool.value(.pressureVariation))
    } else {
      parameters.note(unmeasured: "pressure, because the recordings have none")
    }
    estimateWriterSpread()
    if pool.whole[.sessionsWithShapes] < pool.whole[.sessions] {
      parameters.note(
        unmeasured:
          "the shapes of strokes in recordings without them; boxes, numbers of samples and pauses are theirs, but "
          + "not the jumps that pauses lie before; length, pressure and the clock are those of recordings with "
          + "shapes, if there are any")
    }
    guard pool.whole[.sessionsWithTimes] > 0, let rate = pool.whole.mostFrequent(.sampleRateHertz) else {
      return
    }
    parameters.set("hand.sampleRateHertz", Double(rate))
    parameters.set("hand.subStrokeMilliseconds", pool.value(.subStrokeMilliseconds))
    parameters.set(
      "hand.lostReportShare",
      pool.value(isAmount: false) { SummaryStatistic.rate($0, [.lostReports], per: .steps) })
    parameters.set(
      "hand.repeatedTimeShare",
      pool.value(isAmount: false) { SummaryStatistic.rate($0, [.repeatedTimes], per: .steps) })
  }

  /// How much letter height differs between writers: of one writer, not at all.
  private mutating func estimateWriterSpread() {
    let logs = pool.users.compactMap { SummaryStatistic.strokeHeight.value($0) }.map {
      Elementary.log(max($0, 1e-3))
    }
    guard logs.count >= Self.usersForSpread else { return parameters.set("hand.writerSpread", 0) }
    let mean = logs.reduce(0, +) / Double(logs.count)
    let squares = logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    parameters.set("hand.writerSpread", (squares / Double(logs.count - 1)).squareRoot())
  }

  /// Two writers tell nothing of a spread.
  private static let usersForSpread = 3

  private mutating func estimateSession() {
    parameters.set("session.strokes", whole: pool.value(.strokesPerSession))
    parameters.set("session.sittings", pool.value(.sittings).map { .constant($0.rounded()) })
    parameters.set("session.sittingGapHours", law(.sittingGapHours))
    parameters.set("session.startPage", word: pool.whole.mostFrequent(.startPage))
  }
}
