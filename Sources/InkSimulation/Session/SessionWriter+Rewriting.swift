internal import InkModel

/// Strokes that the writer puts where others were erased.
struct Rewriting {
  /// Strokes that are still to be written there.
  var strokesLeft: Int
  /// Where the first of the erased strokes began.
  var place: SamplePoint
  /// From where the hand would have written to that place; nil until it has written once.
  var shift: (dx: Int, dy: Int)?
}

extension SessionWriter {
  /// Has the next strokes written in the place of those that a change removed.
  mutating func beginRewriting(_ erasure: Change) {
    // The strokes of a change come back in the order in which they were written, the earliest first.
    guard case .put(.stroke(let earliest), _)? = erasure.backward.first else { return }
    let place = erasure.removed.points[earliest.points.indices.lowerBound]
    rewriting = Rewriting(strokesLeft: erasure.backward.count, place: place)
  }

  /// Makes a stroke in the place of an erased one.
  ///
  /// A hand of its own writes it, so that the page gets no fuller and its text goes on where it was.
  mutating func drawAgain(_ id: ElementID) -> PageScribe.Written? {
    guard var rewriting else { return nil }
    var scribe =
      rewriters[pageInView] ?? source.emptyScribe(pageKey: Self.rewriterKey | pageInView.rawValue)
    let written = scribe.write(
      id: id, opaqueByteCount: workload.document.opaqueBytesPerStroke, with: &pen, into: &arena)
    rewriters[pageInView] = scribe
    let indices = written.stroke.points.indices
    var box = Box()
    for point in arena.points[indices] { box.add(point.x, point.y) }
    let first = arena.points[indices.lowerBound]
    let shift = rewriting.shift ?? (Int(rewriting.place.x - first.x), Int(rewriting.place.y - first.y))
    let (dx, dy) = box.kept(within: workload.canvas, dx: shift.dx, dy: shift.dy)
    for index in indices {
      arena.points[index].x += dx
      arena.points[index].y += dy
    }
    rewriting.shift = shift
    rewriting.strokesLeft -= 1
    self.rewriting = rewriting.strokesLeft > 0 ? rewriting : nil
    return written
  }

  /// Keeps the random streams of these hands apart from those of the pages.
  private static let rewriterKey: UInt64 = 1 << 41
}
