/// How much of a writer a file holds.
package enum PrivacyMode: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Nothing of the writer that could be replayed: counts and histograms.
  case summary
  /// Sizes, counts and coarse relative times; replays with shapes that were drawn anew.
  case shapesDropped = "shapes-dropped"
  /// Everything that was recorded.
  case full

  /// Less reveals less.
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The steps that values are rounded to when shapes are dropped.
package enum PrivacyGrain {
  /// Times: too coarse to tell the rhythm of a hand, fine enough for saves that wait half a second.
  package static let milliseconds: UInt64 = 50
  /// Boxes of strokes, in tenths of a point.
  package static let box: Int32 = 10
  /// Frames of images, distances of moves and sizes of pages, in tenths of a point.
  package static let layout: Int32 = 100
  /// Bytes of assets, rounded up: an exact size can name a picture.
  package static let assetBytes = 1_024
  /// Widths of lines, in tenths of a point.
  package static let lineWidth: UInt16 = 5
}
