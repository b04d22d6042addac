internal import InkModel

/// Something the writer can undo: its edits, and those that take it back.
struct Change {
  /// The edits, in the session's arena.
  var forward: [Edit]
  /// The edits that take it back, in the order in which they are done.
  var backward: [Edit]
  /// The data of strokes that `backward` brings back.
  ///
  /// Kept apart, because most changes are never undone and the session needs no copy of what they removed.
  var removed = InkArena()
}
