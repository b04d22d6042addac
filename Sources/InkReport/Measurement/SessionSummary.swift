/// What a report says of one workload or session.
package struct SessionSummary: Codable, Hashable, Sendable {
  package var name: String
  package var digest: String
  /// Where it came from, in words.
  package var origin: String
  package var times: String
  package var seed: UInt64
  package var policy: String
  package var eventCount: Int
  package var strokeCount: Int
  package var pointCount: Int
  package var basePageCount: Int
  package var sessionMilliseconds: UInt64
  /// `original`, or `dropped` if the shapes of strokes were drawn anew.
  package var shapes: String
  /// Events that the recorder had no room for.
  package var droppedEventCount: Int
  /// The app's own saves on its device; empty if none were recorded.
  package var recordedSaves: [RecordedSaveRow]

  package init(
    name: String, digest: String, origin: String, times: String, seed: UInt64, policy: String,
    eventCount: Int, strokeCount: Int, pointCount: Int, basePageCount: Int, sessionMilliseconds: UInt64,
    shapes: String, droppedEventCount: Int, recordedSaves: [RecordedSaveRow]
  ) {
    self.name = name
    self.digest = digest
    self.origin = origin
    self.times = times
    self.seed = seed
    self.policy = policy
    self.eventCount = eventCount
    self.strokeCount = strokeCount
    self.pointCount = pointCount
    self.basePageCount = basePageCount
    self.sessionMilliseconds = sessionMilliseconds
    self.shapes = shapes
    self.droppedEventCount = droppedEventCount
    self.recordedSaves = recordedSaves
  }
}
