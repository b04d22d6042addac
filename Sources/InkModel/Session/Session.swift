/// Where a session came from.
public enum SessionOrigin: Hashable, Sendable {
  /// Made by the simulator from the named workload.
  case simulated(workload: String)
  /// Read from a file of another program, in the named format.
  case imported(format: String, file: String)
  /// Written by an app while people used it.
  case recorded(app: String)
}

/// Which times of a session were measured and which were made up.
public enum TimeOrigin: String, Hashable, Sendable, CaseIterable {
  /// The simulator made all of them.
  case simulated
  /// All were recorded.
  case recorded
  /// Samples within strokes were recorded; the pauses between strokes were made up.
  case syntheticPauses = "synthetic-pauses"
  /// Neither samples nor pauses carried a time, so all were made up.
  case synthetic
}

/// The concrete, timed events of one document and its writer.
public struct Session: Sendable {
  public var name: String
  public var origin: SessionOrigin
  public var times: TimeOrigin
  public var seed: UInt64
  public var policy: SavePolicy
  public var base: Base
  /// In order of their start.
  public var events: [Event]
  /// The data of all strokes that events name.
  public var arena: InkArena
  /// Whether the strokes have the shapes that they were made with.
  public var shapes: ShapeOrigin
  /// The app's own saves, in order of their start; replay and digest ignore them.
  public var recordedSaves: [RecordedSave]
  /// Events that the recorder had no room for; from the first of them on the recording is cut.
  public var droppedEventCount: Int

  /// Makes a session from its parts.
  public init(
    name: String, origin: SessionOrigin, times: TimeOrigin, seed: UInt64, policy: SavePolicy = .standard,
    base: Base, events: [Event] = [], arena: InkArena = InkArena(), shapes: ShapeOrigin = .original,
    recordedSaves: [RecordedSave] = [], droppedEventCount: Int = 0
  ) {
    self.name = name
    self.origin = origin
    self.times = times
    self.seed = seed
    self.policy = policy
    self.base = base
    self.events = events
    self.arena = arena
    self.shapes = shapes
    self.recordedSaves = recordedSaves
    self.droppedEventCount = droppedEventCount
  }
}
