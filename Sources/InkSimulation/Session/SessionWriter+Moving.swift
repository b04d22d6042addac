internal import InkModel

/// Moving a selection.
extension SessionWriter {
  /// Moves strokes that were written one after another, within the page.
  mutating func move(_ count: Int) throws(EditError) {
    guard let target = target(), let elements = sheets[pageInView]?.page.elements else { return }
    let top = max(target, min(count, elements.count) - 1)
    let lowest = max(0, top - count + 1)
    let (dx, dy) = drag(of: box(around: lowest...top))
    guard dx != 0 || dy != 0 else { return }
    changeTool()
    let ids = elements[lowest...top].map(\.id)
    try drag(ids, dx: dx, dy: dy)
    done.append(
      Change(forward: [.move(ids, dx: dx, dy: dy)], backward: [.move(ids, dx: -dx, dy: -dy)]))
  }

  /// Carries a drag out as one move, or as one for each step that gets further.
  private mutating func drag(_ ids: [ElementID], dx: Int32, dy: Int32) throws(EditError) {
    let steps = max(1, workload.edits.dragSteps.count(&random))
    let start = now
    var gone: (x: Int32, y: Int32) = (0, 0)
    for step in workload.edits.dragCommit == .step ? 1...steps : steps...steps {
      let (x, y) = (Self.part(of: dx, step, of: steps), Self.part(of: dy, step, of: steps))
      let end = start + UInt64(Double(step) * 1_000 / workload.edits.dragStepsPerSecond)
      guard (x, y) != gone else { continue }
      let edit = Edit.move(ids, dx: x - gone.x, dy: y - gone.y)
      try commit(edit, .lasso, lasting: UInt32(end - now))
      gone = (x, y)
    }
  }

  private static func part(of whole: Int32, _ step: Int, of steps: Int) -> Int32 {
    Int32(Int(whole) * step / steps)
  }

  /// Draws a distance that keeps a box on the page.
  private mutating func drag(of box: Box) -> (Int32, Int32) {
    let spread = workload.edits.dragMillimetres * Units.perMillimetre
    let dx = Elementary.nearestInteger(random.normal() * spread)
    let dy = Elementary.nearestInteger(random.normal() * spread)
    return box.kept(within: workload.canvas, dx: dx, dy: dy)
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
}

/// The smallest rectangle around some points, in tenths of a point.
struct Box {
  private var left = Int32.max
  private var top = Int32.max
  private var right = Int32.min
  private var bottom = Int32.min

  mutating func add(_ x: Int32, _ y: Int32) {
    (left, right) = (min(left, x), max(right, x))
    (top, bottom) = (min(top, y), max(bottom, y))
  }

  /// The part of a shift that leaves the box on a page; none in a direction that it fills.
  func kept(within canvas: Canvas, dx: Int, dy: Int) -> (Int32, Int32) {
    (
      Self.clamp(dx, -Int(left), Int(canvas.width) - Int(right)),
      Self.clamp(dy, -Int(top), Int(canvas.height) - Int(bottom))
    )
  }

  /// A number within bounds; zero if the bounds leave no room.
  private static func clamp(_ value: Int, _ low: Int, _ high: Int) -> Int32 {
    low <= high ? Int32(max(low, min(high, value))) : 0
  }
}
