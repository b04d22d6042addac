/// What is left of a stroke whose samples were dropped.
package struct StrokeExtent: Hashable, Sendable {
  package var sampleCount: Int
  /// The size of the samples' box, in tenths of a point.
  package var width: Int32
  package var height: Int32
  /// From the earliest sample to the latest.
  package var durationMilliseconds: UInt32

  /// Makes an extent of its numbers.
  package init(sampleCount: Int, width: Int32, height: Int32, durationMilliseconds: UInt32) {
    self.sampleCount = sampleCount
    self.width = width
    self.height = height
    self.durationMilliseconds = durationMilliseconds
  }

  /// The extent of some samples; a box too large for its type is cut.
  package init(_ points: Span<SamplePoint>) {
    self.init(sampleCount: points.count, width: 0, height: 0, durationMilliseconds: 0)
    guard points.count > 0 else { return }
    var low = points[0]
    var high = points[0]
    for index in points.indices {
      let point = points[index]
      (low.x, high.x) = (min(low.x, point.x), max(high.x, point.x))
      (low.y, high.y) = (min(low.y, point.y), max(high.y, point.y))
      (low.t, high.t) = (min(low.t, point.t), max(high.t, point.t))
    }
    width = Int32(clamping: Int64(high.x) - Int64(low.x))
    height = Int32(clamping: Int64(high.y) - Int64(low.y))
    durationMilliseconds = high.t - low.t
  }

  /// Whether a stroke can have it: without two samples there is neither size nor time.
  package var isPossible: Bool {
    width >= 0 && height >= 0
      && (sampleCount > 1 || width == 0 && height == 0 && durationMilliseconds == 0)
  }
}

/// Draws a stroke of exactly the given extent at the end of an arena, always the same one for an id.
package typealias StrokeDrawing = (
  _ extent: StrokeExtent, _ id: ElementID, _ arena: inout InkArena
) -> ArenaRange

/// Gives the hand that draws the strokes of a session with the given seed.
package typealias ShapeDrawing = (_ seed: UInt64) -> StrokeDrawing
