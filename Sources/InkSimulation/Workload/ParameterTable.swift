extension Parameter {
  /// Every parameter of a workload file.
  ///
  /// The only place that knows names, defaults, ranges, units and meanings: reading, checking, help and
  /// canonical text all come from here. Measured defaults describe public files of handwritten notes and
  /// published studies of handwriting.
  package static let table: [Parameter] =
    documentRows + pageRows + handRows + sessionRows + pauseRows + editRows + turningRows + appRows
    + savingRows

  private static let share = 0.0...1.0

  private static let documentRows: [Parameter] = [
    .integer(
      "seed", \.seed, 1, 0...9_007_199_254_740_991, "", .assumed,
      "The seed used when the command line gives none."),
    .text("document.title", \.document.title, "Notes", longest: 200, .assumed, "The document's title."),
    .integer(
      "document.basePages", \.document.basePages, 4, 0...5_000, "pages", .assumed,
      "Pages that are there when the session begins; with none the session adds its first page."),
    .number(
      "document.basePageFill", \.document.basePageFill, 1, 0.01...1, "share", .assumed,
      "How much of each base page is written already."),
    .number(
      "document.basePagesWithImageShare", \.document.basePagesWithImageShare, 0, share, "share", .assumed,
      "Base pages that show an image at their top."),
    .word(
      "document.baseImages", \.document.baseImages, .apart, .assumed,
      "Whether such a page is written below its image, or on it as on a scan."),
    .integer(
      "document.opaqueBytesPerStroke", \.document.opaqueBytesPerStroke, 0, 0...4_096, "bytes", .assumed,
      "Bytes on each stroke that only the app understands, such as a UUID and a layer."),
    .integer(
      "document.opaqueBytesPerPoint", \.document.opaqueBytesPerPoint, 0, 0...64, "bytes", .assumed,
      "Such bytes on each sample besides, as for tilt and azimuth; an erased part takes its own with it."),
  ]

  private static let pageRows: [Parameter] = [
    .number(
      "page.widthPoints", \.page.widthPoints, 595.3, 100...5_000, "points", .assumed, "Width of a page; A4."),
    .number(
      "page.heightPoints", \.page.heightPoints, 841.9, 100...5_000, "points", .assumed,
      "Height of a page; A4."),
    .number(
      "page.marginMillimetres", \.page.marginMillimetres, 18, 0...80, "mm", .assumed,
      "Blank border around the text, at most a third of the page."),
    .quantity(
      "page.strokesPerPage", \.page.strokesPerPage, .lognormal(median: 150, sigma: 0.9), 1...10_000,
      "strokes",
      .measured, "Strokes after which a page is full; a page that holds many is written smaller."),
    .number(
      "page.linePitchXHeights", \.page.linePitchXHeights, 3.2, 1.5...12, "x-heights", .assumed,
      "Distance of lines of text."),
    .number(
      "page.lineStartJitterMillimetres", \.page.lineStartJitterMillimetres, 2, 0...20, "mm", .assumed,
      "Standard deviation of where a line begins."),
    .number(
      "page.diagramShare", \.page.diagramShare, 0.04, share, "share", .assumed,
      "Strokes that belong to diagrams."),
    .number(
      "page.highlightedWordShare", \.page.highlightedWordShare, 0.03, share, "share", .assumed,
      "Words marked with a highlighter."),
    .number(
      "page.goBackShare", \.page.goBackShare, 0.044, share, "share", .measured,
      "Strokes that go back within the line to add a dot or cross."),
    .number(
      "page.jumpUpShare", \.page.jumpUpShare, 0.02, share, "share", .measured,
      "Strokes that jump up to an earlier line."),
  ]

  private static let handRows: [Parameter] = [
    .word("hand.style", \.hand.style, .cursive, .assumed, "What the hand writes."),
    .number(
      "hand.xHeightMillimetres", \.hand.xHeightMillimetres, 2.3, 0.5...20, "mm", .measured,
      "Height of a small letter, before it is fitted to a full page."),
    .number(
      "hand.letterAspect", \.hand.letterAspect, 1, 0.05...20, "", .measured,
      "Width over height of what is written, against that of the standard hand; figures keep their shape."),
    .number(
      "hand.writerSpread", \.hand.writerSpread, 0.25, 0...1, "ln", .measured,
      "Spread of letter height between writers; each seed is a writer."),
    .number(
      "hand.subStrokeMilliseconds", \.hand.subStrokeMilliseconds, 86, 20...500, "ms", .measured,
      "Median duration of one ballistic sub-stroke; a shorter one is faster writing."),
    .optionalQuantity(
      "hand.pointsPerStroke", \.hand.pointsPerStroke, 2...100_000, "samples", .assumed,
      "Samples of each stroke, which goes on until it has them; null lets them follow from what is written."),
    .number(
      "hand.pressure", \.hand.pressure, 0.45, 0.05...1, "share", .measured,
      "Pressure on the plateau of a stroke, of the device's full scale."),
    .number(
      "hand.pressureNoise", \.hand.pressureNoise, 0.11, 0...0.5, "share", .measured,
      "Standard deviation of pressure on the plateau."),
    .number(
      "hand.penWidthPoints", \.hand.penWidthPoints, 0.6, 0.1...50, "points", .assumed,
      "Nominal width of the pen; the radius of a sample is 0.6 to 1.4 times it, with the pressure."),
    .oneOf(
      "hand.sampleRateHertz", \.hand.sampleRateHertz, 240, [60, 120, 240], "Hz", .measured,
      "Samples a second, as tablets report them."),
    .number(
      "hand.lostReportShare", \.hand.lostReportShare, 0.002, 0...0.1, "share", .assumed,
      "Samples before which the tablet lost 8 to 17 ms of reports."),
    .number(
      "hand.repeatedTimeShare", \.hand.repeatedTimeShare, 0.0005, 0...0.1, "share", .assumed,
      "Samples that carry the time of the sample before."),
  ]

  private static let sessionRows: [Parameter] = [
    .integer(
      "session.strokes", \.session.strokes, 450, 1...50_000, "strokes", .assumed,
      "Strokes written, unless the minutes or the sittings end first."),
    .optionalNumber(
      "session.minutes", \.session.minutes, 0.1...1_440, "min", .assumed,
      "No stroke begins after this much time at the page; null for no limit."),
    .quantity(
      "session.sittings", \.session.sittings, .constant(1), 1...20, "sittings", .assumed,
      "Times the writer sits down; people take up their notes about one to six times a day."),
    .optionalQuantity(
      "session.sittingMinutes", \.session.sittingMinutes, 0.5...600, "min", .assumed,
      "Length of one sitting, after which nothing more is written in it; null for sittings that share the "
        + "strokes equally. A lognormal law of median 25 and sigma 0.8 is a fair guess."),
    .quantity(
      "session.sittingGapHours", \.session.sittingGapHours, .lognormal(median: 6, sigma: 0.8), 0.1...72, "h",
      .assumed, "Time between sittings, a night included; the system ends the app meanwhile."),
    .word("session.startPage", \.session.startPage, .last, .assumed, "The base page that writing begins on."),
  ]
}
