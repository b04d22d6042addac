/// Whose shapes the strokes of a session have.
public enum ShapeOrigin: String, Hashable, Sendable, CaseIterable {
  /// Those that the session was made with.
  case original
  /// The samples were dropped for privacy: number, extent and duration are the writer's, the shape between
  /// them was drawn anew.
  case dropped
}
