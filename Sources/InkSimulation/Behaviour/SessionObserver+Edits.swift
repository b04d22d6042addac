internal import InkModel

/// Writing, erasing, undoing, moving, images.
extension SessionObserver {
  mutating func observe(
    _ edit: Edit, cause: EditCause, on page: PageID, _ event: Event, _ arena: borrowing InkArena
  ) {
    let start = event.startMilliseconds
    if !(last == .erase && cause == .erase) { endBurst() }
    if !(last == .lasso && cause == .lasso) { endDrag() }
    endTurns()
    if last == .stroke, cause != .write { noteToolChange(at: start) }
    let isContinued = start <= lastEnd + Self.oneActionMilliseconds
    switch (cause, edit) {
    case (.write, .put(.stroke(let stroke), _)):
      observeRewriting(arena.points(of: stroke))
      let isRewriting = rewritingLeft > 0
      observePause(
        before: arena.points(of: stroke), at: start, isWithinText: !isRewriting && !wasRewriting)
      wasRewriting = isRewriting
      statistics.count(isImported ? .notebookStrokes : .strokes)
      statistics.count(.points, Int(stroke.points.count))
      if rewritingLeft > 0 { rewritingLeft -= 1 } else { writtenCounts[page, default: 0] += 1 }
      excursion?.strokes += 1
      add(stroke, arena, on: page)
      last = .stroke
    case (.erase, .remove(let id)):
      if burst == 0 { observeTarget(id, on: page) }
      statistics.count(.strokesErased)
      erasedStart = beginning(of: id, on: page)
      burst += 1
      last = .erase
    case (.partialErase, .replace(let id, _)):
      observeTarget(id, on: page)
      statistics.count(.strokesCut)
      last = .edit
    case (.lasso, .move(let ids, _, _)):
      observeMove(of: ids, on: page, event)
      last = .lasso
    case (.insert, .put(.image, _)):
      if !isImported { statistics.count(.images) }
      last = .edit
    // One step back or forward may change several elements, all at once.
    case (.undo, _):
      if last != .undo || !isContinued { statistics.count(.undos) }
      last = .undo
    case (.redo, _):
      if last != .redo || !isContinued { statistics.count(.redos) }
      last = .redo
    default: last = .edit
    }
  }

  /// Edits that follow each other so closely were one action of the writer.
  private static let oneActionMilliseconds: UInt64 = 5
  /// Drags are reported 120 times a second.
  private static let dragStepsPerMillisecond = 0.12

  mutating func endBurst() {
    guard burst > 0 else { return }
    statistics.count(.eraseBursts)
    statistics.note(Double(burst), .eraseBurstStrokes)
    (erased, burst) = (burst, 0)
  }

  /// Where a stroke on a page begins, in millimetres.
  private func beginning(of id: ElementID, on page: PageID) -> SIMD2<Double>? {
    guard let content = contents[page], let index = content.index(of: id),
      case .stroke(let stroke) = content.elements[index], stroke.points.count > 0
    else { return nil }
    return Self.place(content.arena.points[stroke.points.indices.lowerBound])
  }

  /// Whether the first stroke after a burst of erasing begins where the earliest erased one did.
  ///
  /// Then as many strokes as were erased take their place, and make the page no fuller.
  private mutating func observeRewriting(_ points: Span<SamplePoint>) {
    defer { erased = 0 }
    guard erased > 0, let erasedStart, points.count > 0 else { return }
    let way = Self.place(points[0]) - erasedStart
    guard (way * way).sum().squareRoot() < Self.rewritingMillimetres else { return }
    statistics.count(.rewritings)
    rewritingLeft = erased
  }

  private static let rewritingMillimetres = 3.0

  /// Notes a move; where an app takes down each step of a drag, only the first begins one.
  private mutating func observeMove(of ids: [ElementID], on page: PageID, _ event: Event) {
    let duration = Double(event.endMilliseconds) - Double(event.startMilliseconds)
    if last == .lasso, let drag = openDrag, drag.ids == ids {
      statistics.count(.lassoSteps)
      openDrag?.milliseconds += duration
      return
    }
    endDrag()
    if let top = ids.last { observeTarget(top, on: page) }
    statistics.count(.lassos)
    statistics.count(.strokesMoved, ids.count)
    statistics.note(Double(ids.count), .lassoStrokes)
    openDrag = Drag(ids: ids, milliseconds: duration)
  }

  mutating func endDrag() {
    guard let drag = openDrag else { return }
    if hasPauses { statistics.note(drag.milliseconds * Self.dragStepsPerMillisecond, .dragSteps) }
    openDrag = nil
  }

  /// The time since a stroke that it took to reach for another tool.
  mutating func noteToolChange(at start: UInt64) {
    guard hasPauses, start >= lastEnd else { return }
    let seconds = Double(start - lastEnd) / 1_000
    if seconds <= Self.breakSeconds { statistics.note(seconds, .toolChangeSeconds) }
  }

  /// Whether an edit hits one of the last elements of its page, and how likely that would be by chance.
  private mutating func observeTarget(_ id: ElementID, on page: PageID) {
    guard let elements = contents[page]?.elements, let index = contents[page]?.index(of: id) else { return }
    statistics.count(.targets)
    if elements.count - 1 - index < Self.recentStrokes { statistics.count(.recentTargets) }
    let chance = min(1, Double(Self.recentStrokes) / Double(elements.count))
    statistics.count(.recentTargetsByChanceThousandths, Int((chance * 1_000).rounded()))
  }

  /// As the parameter's default has it.
  static let recentStrokes = 20
}
