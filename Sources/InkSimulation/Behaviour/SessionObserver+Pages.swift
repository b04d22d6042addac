internal import InkModel

/// Page turning, the document's list of pages, and the app's coming and going.
extension SessionObserver {
  mutating func observe(_ action: Action, at time: UInt64) {
    switch action {
    case .turnTo(let page): turn(to: page, at: time)
    case .addPage(let info, let index):
      // Turning to it follows; the pause before both is the page's.
      if last == .stroke { noteSwipe(at: time) }
      pages.insert(info.id, at: min(index, pages.count))
      contents[info.id] = Page(id: info.id)
      writtenCounts[info.id] = 0
      begunPages.insert(info.id)
      statistics.count(.pagesAdded)
      statistics.tally(info.canvas.tallyName, .canvas)
      if let pageInView {
        finishedPages.insert(pageInView)
        noteFill(of: pageInView)
      }
    case .deletePage(let page):
      if last == .stroke { noteToolChange(at: time) }
      pages.removeAll { $0 == page }
      contents[page] = nil
      statistics.count(.pagesDeleted)
      last = .other
    case .movePage(let page, let index):
      if last == .stroke { noteToolChange(at: time) }
      if let place = pages.firstIndex(of: page) { pages.remove(at: place) }
      pages.insert(page, at: min(index, pages.count))
      statistics.count(.pagesMoved)
      last = .other
    case .background: awaySince = time
    case .foreground: comeBack(at: time, relaunching: false)
    case .terminateAndRelaunch: comeBack(at: time, relaunching: true)
    case .listLibrary: countMenu(.libraryVisits, at: time)
    case .export: countMenu(.exports, at: time)
    case .insertAsset(_, let byteCount):
      if last == .stroke { noteToolChange(at: time) }
      statistics.note(Double(byteCount) / 1_000, .imageKilobytes)
      last = .other
    case .openDocument: last = .other
    case .closeDocument: (last, pageInView) = (.other, nil)
    case .edit: break
    }
  }

  private mutating func countMenu(_ what: Count, at time: UInt64) {
    if last == .stroke { noteToolChange(at: time) }
    statistics.count(what)
    last = .other
  }

  private mutating func turn(to page: PageID, at time: UInt64) {
    defer {
      pageInView = page
      penUp = nil
    }
    guard let home = pageInView else {
      if !isImported, statistics[.strokes] == 0, let place = pages.firstIndex(of: page), pages.count > 1 {
        if place == 0 || place == pages.count - 1 {
          statistics.tally(place == 0 ? "first" : "last", .startPage)
        }
      }
      return last = .other
    }
    guard home != page else { return }
    noteTurn(from: home, to: page, at: time)
    last = .turn
    turns += 1
    let isNew = writtenCounts[page] == 0 && begunPages.contains(page)
    if let visit = excursion, visit.home == page, visit.strokes > 0 {
      statistics.count(.revisits)
      statistics.note(Double(visit.strokes), .revisitStrokes)
      statistics.note(Double(visit.distance), .revisitDistancePages)
      excursion = nil
      turns = 0
    } else if isNew {
      excursion = nil
      turns = 0
    } else if excursion == nil || excursion?.strokes ?? 0 > 0, let from = pages.firstIndex(of: home),
      let to = pages.firstIndex(of: page)
    {
      excursion = Excursion(home: home, distance: max(0, abs(to - from) - 1))
    } else if let visit = excursion, let from = pages.firstIndex(of: visit.home),
      let to = pages.firstIndex(of: page)
    {
      excursion?.distance = max(0, abs(to - from) - 1)
      if visit.home == page { excursion = nil }
    }
  }

  /// Notes the pause before a page is turned: of a first turn later, when it is known what it began.
  private mutating func noteTurn(from home: PageID, to page: PageID, at time: UInt64) {
    guard hasPauses, time >= lastEnd else { return }
    let seconds = Double(time - lastEnd) / 1_000
    guard seconds <= Self.breakSeconds else { return }
    if last == .turn {
      statistics.note(seconds, .flipSeconds)
    } else if last == .stroke {
      firstTurnSeconds = seconds
    }
  }

  mutating func noteSwipe(at time: UInt64) {
    guard hasPauses, time >= lastEnd else { return }
    let seconds = Double(time - lastEnd) / 1_000
    if seconds <= Self.breakSeconds { statistics.note(seconds, .swipeSeconds) }
    last = .other
  }

  /// Ends a run of page turns; two and more are leafing.
  mutating func endTurns() {
    if let seconds = firstTurnSeconds { statistics.note(seconds, turns > 1 ? .flipSeconds : .swipeSeconds) }
    firstTurnSeconds = nil
    if turns > 1, !isImported {
      statistics.count(.browsingRuns)
      statistics.note(Double(turns - 1), .browsingFlips)
    }
    turns = 0
  }

  /// Comes back from the background; hours later a new sitting begins.
  private mutating func comeBack(at time: UInt64, relaunching: Bool) {
    let away = Double(time - min(time, awaySince ?? time)) / 1_000
    awaySince = nil
    last = .other
    if relaunching { pageInView = nil }
    if relaunching, away >= Self.sittingSeconds {
      statistics.count(.sittings)
      if hasPauses { statistics.note(away / 3_600, .sittingGapHours) }
      return
    }
    statistics.count(relaunching ? .relaunches : .backgrounds)
    if hasPauses { statistics.note(away, .awaySeconds) }
  }

  /// Whoever comes back to an app that was ended later than this has sat down again.
  private static let sittingSeconds = 1_800.0

  /// Notes how full a page of the base was before the session wrote on it until a new page was begun.
  private mutating func noteFill(of page: PageID) {
    guard !isImported, let before = baseCounts[page], before > 0, let now = writtenCounts[page],
      now - before >= Self.strokesForFill
    else { return }
    baseCounts[page] = nil
    statistics.note(Double(before) / Double(now), .basePageFill)
  }

  /// Fewer strokes may have been added to a page that was full.
  private static let strokesForFill = 10

  /// Counts the pages of a notebook as those of a base.
  private mutating func noteNotebook() {
    let written = pages.compactMap { contents[$0] }.filter { !$0.elements.isEmpty }
    statistics.note(Double(written.count), .basePages)
    statistics.count(.basePagesWithInk, written.count)
    statistics.count(.basePagesWithImage, written.count { $0.strokeCount < $0.elements.count })
  }

  /// Notes how many strokes each page has and had, at the session's end.
  mutating func notePages() {
    for id in pages {
      guard let page = contents[id] else {
        if let count = writtenCounts[id] { statistics.note(Double(count), .strokesPerPageAtEnd) }
        continue
      }
      if !page.elements.isEmpty { statistics.note(Double(page.strokeCount), .strokesPerPageAtEnd) }
    }
    statistics.count(.pagesAtEnd, pages.count)
    if isImported { noteNotebook() }
    for (id, count) in writtenCounts where begunPages.contains(id) && count > 0 {
      let begun: Measure = finishedPages.contains(id) ? .strokesPerFinishedPage : .strokesPerUnfinishedPage
      statistics.note(Double(count), isImported ? .strokesPerPage : begun)
    }
  }
}
