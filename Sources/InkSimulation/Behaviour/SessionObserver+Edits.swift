internal import InkModel

/// Writing, erasing, undoing, moving, images.
extension SessionObserver {
  mutating func observe(
    _ edit: Edit, cause: EditCause, on page: PageID, _ event: Event, _ arena: borrowing InkArena
  ) {
    let start = event.startMilliseconds
    if !(last == .erase && cause == .erase) { endBurst() }
    endTurns()
    if last == .stroke, cause != .write { noteToolChange(at: start) }
    let isContinued = start <= lastEnd + Self.oneActionMilliseconds
    switch (cause, edit) {
    case (.write, .put(.stroke(let stroke), _)):
      observePause(before: arena.points(of: stroke), at: start)
      statistics.count(.strokes)
      statistics.count(.points, Int(stroke.points.count))
      writtenCounts[page, default: 0] += 1
      excursion?.strokes += 1
      add(stroke, arena)
      last = .stroke
    case (.erase, .remove(let id)):
      if burst == 0 { observeTarget(id, on: page) }
      statistics.count(.strokesErased)
      burst += 1
      last = .erase
    case (.partialErase, .replace(let id, _)):
      observeTarget(id, on: page)
      statistics.count(.strokesCut)
      last = .edit
    case (.lasso, .move(let ids, _, _)):
      if let top = ids.last { observeTarget(top, on: page) }
      statistics.count(.lassos)
      statistics.count(.strokesMoved, ids.count)
      statistics.note(Double(ids.count), .lassoStrokes)
      if hasPauses {
        statistics.note(Double(event.durationMilliseconds) * Self.dragStepsPerMillisecond, .dragSteps)
      }
      last = .edit
    case (.insert, .put(.image, _)):
      statistics.count(.images)
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
    statistics.note(Double(burst), .eraseBurstStrokes)
    burst = 0
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
