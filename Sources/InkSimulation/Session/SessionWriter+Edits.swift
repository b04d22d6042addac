internal import InkModel

/// Erasing, undoing and moving.
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
      if !change.forward.isEmpty { wait(seconds: 0.06 + random.exponential(mean: 0.15)) }
      try commit(.remove(stroke.id), .erase)
      change.forward.append(.remove(stroke.id))
      change.backward.insert(.put(.stroke(kept), index: index), at: 0)
    }
    done.append(change)
  }

  /// Erases a part of a stroke, so that one to three pieces take its place.
  private mutating func erasePart() throws(EditError) {
    guard let index = target(), let stroke = stroke(at: index) else { return }
    guard stroke.points.count >= PartialErase.sampleCountMin else { return try erase(1) }
    var change = Change(forward: [], backward: [])
    guard let kept = keep(stroke, in: &change.removed) else { return }
    changeTool()
    var pieces: [Stroke] = []
    for run in PartialErase.remainders(of: Int(stroke.points.count), &random) {
      pieces.append(piece(of: kept, run, from: change.removed))
    }
    change.forward = [.replace(stroke.id, pieces: pieces)]
    change.backward = pieces.map { .remove($0.id) } + [.put(.stroke(kept), index: index)]
    let duration = UInt32(100 + random.below(500))
    try commit(change.forward[0], .partialErase, lasting: duration)
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
    let opaqueStart = arena.opaque.count
    arena.opaque += other.opaque[stroke.opaque.indices]
    return Stroke(
      id: newElement(), ink: stroke.ink, points: ArenaRange(start: start, count: run.count),
      opaque: stroke.opaque.count > 0
        ? ArenaRange(start: opaqueStart, count: Int(stroke.opaque.count)) : .empty)
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

  /// Moves strokes that were written one after another, within the page.
  private mutating func move(_ count: Int) throws(EditError) {
    guard let top = target() else { return }
    let lowest = max(0, top - count + 1)
    let (dx, dy) = drag(of: box(around: lowest...top))
    guard dx != 0 || dy != 0 else { return }
    changeTool()
    let ids = sheets[pageInView]?.page.elements[lowest...top].map(\.id) ?? []
    let steps = workload.edits.dragSteps.count(&random)
    let forward = Edit.move(ids, dx: dx, dy: dy)
    try commit(forward, .lasso, lasting: UInt32(steps * 1_000 / 120))
    done.append(Change(forward: [forward], backward: [.move(ids, dx: -dx, dy: -dy)]))
  }

  /// The box that elements of the page in view lie in.
  private func box(around positions: ClosedRange<Int>) -> Box {
    var box = Box()
    guard let page = sheets[pageInView]?.page else { return box }
    for element in page.elements[positions] {
      switch element {
      case .stroke(let stroke):
        for point in page.arena.points[stroke.points.indices] { box.add(point.x, point.y) }
      case .image(let image):
        box.add(image.frame.x, image.frame.y)
        box.add(image.frame.x + image.frame.width, image.frame.y + image.frame.height)
      }
    }
    return box
  }

  /// Draws a distance that keeps a box on the page.
  private mutating func drag(of box: Box) -> (Int32, Int32) {
    let canvas = workload.canvas
    let spread = 20 * Units.perMillimetre
    let dx = Elementary.nearestInteger(random.normal() * spread)
    let dy = Elementary.nearestInteger(random.normal() * spread)
    return (
      Int32(Self.clamp(dx, -Int(box.left), Int(canvas.width) - Int(box.right))),
      Int32(Self.clamp(dy, -Int(box.top), Int(canvas.height) - Int(box.bottom)))
    )
  }

  /// A number within bounds; zero if the bounds leave no room.
  private static func clamp(_ value: Int, _ low: Int, _ high: Int) -> Int {
    low <= high ? max(low, min(high, value)) : 0
  }

  private struct Box {
    var left = Int32.max
    var top = Int32.max
    var right = Int32.min
    var bottom = Int32.min

    mutating func add(_ x: Int32, _ y: Int32) {
      (left, right) = (min(left, x), max(right, x))
      (top, bottom) = (min(top, y), max(bottom, y))
    }
  }

  /// The position of an element to work on, mostly a recent one; nil on an empty page.
  private mutating func target() -> Int? {
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
