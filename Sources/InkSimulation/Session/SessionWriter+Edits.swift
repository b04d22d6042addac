internal import InkModel

/// Erasing and undoing.
extension SessionWriter {
  /// Makes the edits that are due after a stroke.
  mutating func edit() throws(EditError) {
    debts.grow(&random)
    if let count = debts.takeBurst(&random) { try erase(count) }
    if debts.takeCut() { try erasePart() }
    if debts.takeUndo() { try undo() }
    if let count = debts.takeLasso(&random) { try move(count) }
  }

  /// Erases strokes that were written one after another.
  private mutating func erase(_ count: Int) throws(EditError) {
    guard let top = target() else { return }
    changeTool()
    var change = Change(forward: [], backward: [])
    var index = top
    while index >= 0, change.forward.count < count {
      defer { index -= 1 }
      guard let stroke = stroke(at: index), let kept = keep(stroke, in: &change.removed) else { continue }
      if !change.forward.isEmpty { wait(workload.edits.eraseStepSeconds) }
      try commit(.remove(stroke.id), .erase)
      change.forward.append(.remove(stroke.id))
      change.backward.insert(.put(.stroke(kept), index: index), at: 0)
    }
    debts.owe(count - change.forward.count)
    guard !change.forward.isEmpty else { return }
    done.append(change)
    if random.chance(workload.edits.rewriteShare) { beginRewriting(change) }
  }

  /// Erases a part of a stroke, so that one to three pieces take its place.
  private mutating func erasePart() throws(EditError) {
    guard let index = target(), let stroke = stroke(at: index) else { return }
    guard stroke.points.count >= PartialErase.sampleCountMin else { return try erase(1) }
    var change = Change(forward: [], backward: [])
    guard let kept = keep(stroke, in: &change.removed) else { return }
    changeTool()
    var pieces: [Stroke] = []
    let count = workload.edits.partialErasePieces.count(&random)
    for run in PartialErase.remainders(of: Int(stroke.points.count), pieces: count, &random) {
      pieces.append(piece(of: kept, run, from: change.removed))
    }
    change.forward = [.replace(stroke.id, pieces: pieces)]
    change.backward = pieces.map { .remove($0.id) } + [.put(.stroke(kept), index: index)]
    let seconds = workload.edits.partialEraseSeconds.sample(&random)
    try commit(
      change.forward[0], .partialErase, lasting: UInt32(Elementary.nearestInteger(seconds * 1_000)))
    done.append(change)
  }

  /// The stroke at a position of the page in view; nil if an image is there.
  private func stroke(at index: Int) -> Stroke? {
    guard case .stroke(let stroke)? = sheets[pageInView]?.page.elements[index] else { return nil }
    return stroke
  }

  /// Copies a stroke's data out of the page in view.
  ///
  /// Apart from its callers, so that none holds the page while it edits it: that would copy the whole page.
  private func keep(_ stroke: Stroke, in removed: inout InkArena) -> Stroke? {
    guard let page = sheets[pageInView]?.page else { return nil }
    return removed.adopt(stroke, from: page.arena)
  }

  /// Copies a run of samples into the session's arena as a stroke whose times begin at zero.
  private mutating func piece(of stroke: Stroke, _ run: Range<Int>, from other: InkArena) -> Stroke {
    let start = arena.points.count
    let first = stroke.points.indices.lowerBound
    let begin = other.points[first + run.lowerBound].t
    for index in run {
      var point = other.points[first + index]
      point.t -= begin
      arena.points.append(point)
    }
    return Stroke(
      id: newElement(), ink: stroke.ink, points: ArenaRange(start: start, count: run.count),
      opaque: opaqueBytes(of: stroke, run, from: other))
  }

  /// Copies the opaque bytes that a piece keeps: the stroke's own, and those of the piece's samples.
  private mutating func opaqueBytes(of stroke: Stroke, _ run: Range<Int>, from other: InkArena) -> ArenaRange
  {
    guard stroke.opaque.count > 0 else { return .empty }
    let document = workload.document
    let start = arena.opaque.count
    let first = stroke.opaque.indices.lowerBound
    let firstOfPoints = first + document.opaqueBytesPerStroke
    let perPoint = document.opaqueBytesPerPoint
    arena.opaque += other.opaque[first..<firstOfPoints]
    arena.opaque +=
      other.opaque[
        (firstOfPoints + run.lowerBound * perPoint)..<(firstOfPoints + run.upperBound * perPoint)]
    return ArenaRange(start: start, count: arena.opaque.count - start)
  }

  /// Takes the last change back, and sometimes does it again.
  private mutating func undo() throws(EditError) {
    guard let change = done.popLast() else { return }
    changeTool()
    for edit in change.backward { try commit(returned(edit, from: change.removed), .undo) }
    guard random.chance(workload.edits.redoShare) else { return }
    wait(workload.pauses.toolChangeSeconds)
    for edit in change.forward { try commit(edit, .redo) }
    done.append(change)
  }

  /// An edit whose stroke has been copied into the session's arena.
  private mutating func returned(_ edit: Edit, from removed: InkArena) -> Edit {
    guard case .put(.stroke(let stroke), let index) = edit else { return edit }
    return .put(.stroke(arena.adopt(stroke, from: removed)), index: index)
  }

  /// The position of an element to work on, mostly a recent one; nil on an empty page.
  mutating func target() -> Int? {
    guard let count = sheets[pageInView]?.page.elements.count, count > 0 else { return nil }
    guard random.chance(workload.edits.recentShare) else { return random.below(count) }
    return count - 1 - random.below(min(count, workload.edits.recentStrokes))
  }

  /// Lets the time pass that taking another tool costs.
  mutating func changeTool() {
    wait(workload.pauses.toolChangeSeconds)
    toolWasChanged = true
  }
}
