internal import InkModel

extension Parameter {
  private static let share = 0.0...1.0
  private static let seconds = 0.0...3_600.0

  static let pauseRows: [Parameter] = [
    .quantity(
      "pauses.underHalfHeightSeconds", \.pauses.underHalfHeightSeconds, .lognormal(median: 0.11, sigma: 0.59),
      seconds, "s", .measured, "Pen-up time before a jump of less than half an x-height."),
    .quantity(
      "pauses.underOneHeightSeconds", \.pauses.underOneHeightSeconds, .lognormal(median: 0.15, sigma: 0.59),
      seconds, "s", .measured, "Pen-up time before a jump of half to one x-height."),
    .quantity(
      "pauses.underTwoHeightsSeconds", \.pauses.underTwoHeightsSeconds, .lognormal(median: 0.19, sigma: 0.59),
      seconds, "s", .measured, "Pen-up time before a jump of one to two x-heights."),
    .quantity(
      "pauses.underFourHeightsSeconds", \.pauses.underFourHeightsSeconds,
      .lognormal(median: 0.44, sigma: 0.61),
      seconds, "s", .measured, "Pen-up time before a jump of two to four x-heights."),
    .quantity(
      "pauses.beyondFourHeightsSeconds", \.pauses.beyondFourHeightsSeconds,
      .lognormal(median: 1.37, sigma: 0.61), seconds, "s", .measured,
      "Pen-up time before a longer jump."),
    .quantity(
      "pauses.lineBreakSeconds", \.pauses.lineBreakSeconds, .lognormal(median: 1.97, sigma: 0.39), seconds,
      "s",
      .measured, "Pause before a new line."),
    .number(
      "pauses.longLineBreakShare", \.pauses.longLineBreakShare, 0.1, share, "share", .measured,
      "New lines that are preceded by a longer pause."),
    .quantity(
      "pauses.longLineBreakSeconds", \.pauses.longLineBreakSeconds, .lognormal(median: 5.2, sigma: 0.77),
      seconds, "s", .measured, "That longer pause."),
    .number(
      "pauses.thinkShare", \.pauses.thinkShare, 0.09, share, "share", .measured,
      "Strokes before which the writer thinks; with line breaks and long jumps an eighth of all pauses is long."
    ),
    .quantity(
      "pauses.thinkSeconds", \.pauses.thinkSeconds, .lognormal(median: 4.5, sigma: 1.6), seconds, "s",
      .measured,
      "How long the writer thinks."),
    .number(
      "pauses.breakShare", \.pauses.breakShare, 0.01, share, "share", .measured,
      "Strokes before which the writer does something else for over a minute."),
    .quantity(
      "pauses.breakSeconds", \.pauses.breakSeconds, .lognormal(median: 120, sigma: 0.7), 60...7_200, "s",
      .assumed,
      "How long that takes."),
    .quantity(
      "pauses.toolChangeSeconds", \.pauses.toolChangeSeconds, .lognormal(median: 1, sigma: 0.5), seconds, "s",
      .assumed, "Pause before an eraser, a lasso, undo or a menu is used."),
    .quantity(
      "pauses.swipeSeconds", \.pauses.swipeSeconds, .lognormal(median: 0.4, sigma: 0.4), seconds, "s",
      .assumed, "Pause before a page is turned or the app is left, which needs no tool."),
  ]

  static let editRows: [Parameter] = [
    .number(
      "edits.removedShare", \.edits.removedShare, 0.3, 0...2, "per stroke", .measured,
      "Strokes removed for each stroke written, whole or in part, undo included."),
    .number(
      "edits.wholeEraseWeight", \.edits.wholeEraseWeight, 0.6, share, "weight", .assumed,
      "Share of removals that erase whole strokes."),
    .number(
      "edits.partialEraseWeight", \.edits.partialEraseWeight, 0.25, share, "weight", .assumed,
      "Share of removals that erase a part of a stroke."),
    .number(
      "edits.undoWeight", \.edits.undoWeight, 0.15, share, "weight", .assumed,
      "Share of removals that are undo."),
    .number(
      "edits.redoShare", \.edits.redoShare, 0.3, share, "share", .assumed, "Undone changes that are redone."),
    .quantity(
      "edits.partialErasePieces", \.edits.partialErasePieces,
      .quantiles([
        .init(percent: 0, value: 1), .init(percent: 40, value: 1.5), .init(percent: 90, value: 2.5),
        .init(percent: 100, value: 3),
      ]), 1...3, "pieces", .assumed,
      "Pieces of a stroke that are left when a part of it is erased: 1 in 40 of 100 cases, 2 in 50, 3 in 10."),
    .quantity(
      "edits.partialEraseSeconds", \.edits.partialEraseSeconds, .uniform(low: 0.1, high: 0.6), 0...60, "s",
      .assumed, "How long that takes."),
    .quantity(
      "edits.eraseBurstStrokes", \.edits.eraseBurstStrokes, .uniform(low: 1, high: 5), 1...200, "strokes",
      .assumed, "Strokes erased in one go."),
    .quantity(
      "edits.eraseStepSeconds", \.edits.eraseStepSeconds, .lognormal(median: 0.16, sigma: 0.6), 0...60, "s",
      .assumed, "Time from one stroke of such a burst to the next."),
    .number(
      "edits.rewriteShare", \.edits.rewriteShare, 0.5, share, "share", .assumed,
      "Bursts of erasing after which as many strokes are written in the same place."),
    .number(
      "edits.recentShare", \.edits.recentShare, 0.8, share, "share", .assumed,
      "Erasures and selections that hit recent strokes rather than any stroke of the page."),
    .integer(
      "edits.recentStrokes", \.edits.recentStrokes, 20, 1...10_000, "strokes", .assumed,
      "Strokes that count as recent."),
    .number(
      "edits.movedShare", \.edits.movedShare, 0.2, 0...100, "per stroke", .assumed,
      "Strokes moved for each stroke written; public files that count selections bound it to 0 to 0.46."),
    .quantity(
      "edits.lassoStrokes", \.edits.lassoStrokes, .lognormal(median: 12, sigma: 0.9), 1...10_000, "strokes",
      .assumed, "Strokes in one lasso."),
    .quantity(
      "edits.dragSteps", \.edits.dragSteps, .uniform(low: 30, high: 120), 1...2_400, "steps", .assumed,
      "Steps of a drag."),
    .number(
      "edits.dragStepsPerSecond", \.edits.dragStepsPerSecond, 120, 10...240, "Hz", .assumed,
      "Steps of a drag that the screen shows in a second."),
    .number(
      "edits.dragMillimetres", \.edits.dragMillimetres, 20, 0.1...500, "mm", .assumed,
      "Standard deviation of a drag's length across and down; the selection stays on the page."),
    .word(
      "edits.dragCommit", \.edits.dragCommit, .release, .assumed,
      "When an app takes a drag down as a change: once at its release, or at every step."),
    .integer(
      "edits.images", \.edits.images, 1, 0...1_000, "images", .assumed, "Images inserted in the session."),
    .quantity(
      "edits.imageKilobytes", \.edits.imageKilobytes, .lognormal(median: 250, sigma: 1), 1...20_000, "kB",
      .assumed, "Size of an image's file, on pages of the base too."),
    .quantity(
      "edits.imagePlacingSeconds", \.edits.imagePlacingSeconds, .exponential(mean: 0.25), 0...600, "s",
      .assumed, "Time from the arrival of an image's file to its being seen on the page."),
  ]

  static let turningRows: [Parameter] = [
    .number(
      "pages.revisitShare", \.pages.revisitShare, 0.003, share, "share", .assumed,
      "Strokes before which the writer goes to another page to add something."),
    .quantity(
      "pages.revisitStrokes", \.pages.revisitStrokes, .lognormal(median: 4, sigma: 0.7), 1...200, "strokes",
      .assumed, "Strokes added there."),
    .quantity(
      "pages.revisitDistance", \.pages.revisitDistance, .geometric(probability: 0.4), 0...5_000, "pages",
      .assumed,
      "Pages between here and there."),
    .number(
      "pages.revisitAnywhereShare", \.pages.revisitAnywhereShare, 0.1, share, "share", .assumed,
      "Revisits of a page at any distance."),
    .integer(
      "pages.browsingRuns", \.pages.browsingRuns, 2, 0...1_000, "runs", .assumed,
      "Times the writer leafs through."),
    .quantity(
      "pages.browsingFlips", \.pages.browsingFlips, .uniform(low: 2, high: 10), 1...500, "flips", .assumed,
      "Pages turned in one run."),
    .number(
      "pages.browsingBackShare", \.pages.browsingBackShare, 0.8, share, "share", .assumed,
      "Runs that begin towards the front; at an end of the document a run turns round."),
    .quantity(
      "pages.flipSeconds", \.pages.flipSeconds, .lognormal(median: 0.8, sigma: 0.6), seconds, "s", .assumed,
      "Time a page is looked at while leafing."),
    .integer(
      "pages.additions", \.pages.additions, 0, 0...1_000, "pages", .assumed,
      "Pages added although the page is not full."),
    .integer(
      "pages.deletions", \.pages.deletions, 0, 0...1_000, "pages", .assumed,
      "Pages deleted, where one can be."),
    .integer(
      "pages.reorders", \.pages.reorders, 0, 0...1_000, "pages", .assumed, "Pages moved to another place."),
  ]

  static let appRows: [Parameter] = [
    .number(
      "app.backgroundShareOfBreaks", \.app.backgroundShareOfBreaks, 0.5, share, "share", .assumed,
      "Breaks in which the app goes to the background."),
    .integer(
      "app.backgrounds", \.app.backgrounds, 1, 0...1_000, "times", .assumed,
      "Times the app goes to the background and comes back, breaks apart."),
    .integer(
      "app.relaunches", \.app.relaunches, 0, 0...1_000, "times", .assumed,
      "Times the system ends the app in the background and the writer starts it again."),
    .quantity(
      "app.awaySeconds", \.app.awaySeconds, .lognormal(median: 40, sigma: 1), 1...7_200, "s", .assumed,
      "Time the app spends in the background."),
    .integer(
      "app.libraryVisits", \.app.libraryVisits, 0, 0...1_000, "times", .assumed,
      "Times the writer closes the document, sees the shelf of documents and opens it again."),
    .quantity(
      "app.shelfSeconds", \.app.shelfSeconds, .lognormal(median: 6, sigma: 0.8), 0...3_600, "s", .assumed,
      "Time spent at the shelf."),
    .integer(
      "app.exports", \.app.exports, 0, 0...100, "times", .assumed, "Times the open document is exported."),
  ]

  static let savingRows: [Parameter] = [
    .word("saving.trigger", \.saving.trigger, .debounce, .assumed, "What starts an automatic save."),
    .integer(
      "saving.delayMilliseconds", \.saving.delayMilliseconds, 500, 0...600_000, "ms", .assumed,
      "Length of the timer, half a second as in the reference article; unused by per-stroke."),
    .optionalInteger(
      "saving.maxWaitMilliseconds", \.saving.maxWaitMilliseconds, 1...3_600_000, "ms", .assumed,
      "Longest wait of a change for its save; null for no limit."),
  ]
}
