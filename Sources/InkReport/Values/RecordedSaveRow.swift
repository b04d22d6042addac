package import InkModel

/// What an app measured of its own saves on its device, all of them or those of one reason.
package struct RecordedSaveRow: Codable, Hashable, Sendable {
  /// `all`, or what made the app save.
  package var reason: String
  package var saves: Int
  /// Saves that failed; they count in no other number.
  package var errors: Int
  @Nullable package var p50Nanoseconds: UInt64?
  /// Nil if there are too few saves for it.
  @Nullable package var p95Nanoseconds: UInt64?
  /// Bytes as the app counts them.
  @Nullable package var bytesPerSave: Double?
  /// Strokes that the session writes ÷ saves; nil for a single reason.
  @Nullable package var strokesPerSave: Double?

  /// The name of the row of all saves.
  package static let allReasons = "all"
}

extension RecordedSaveRow {
  /// A row of all saves and one for each reason that occurs; none without saves.
  package static func rows(of session: borrowing Session) -> [RecordedSaveRow] {
    guard !session.recordedSaves.isEmpty else { return [] }
    let strokes = session.events.count { $0.isWrittenStroke }
    let saves = session.recordedSaves
    let reasons = RecordedSave.Reason.allCases.compactMap { reason -> RecordedSaveRow? in
      let some = saves.filter { $0.reason == reason }
      return some.isEmpty ? nil : RecordedSaveRow(some, reason: reason.rawValue, strokes: nil)
    }
    return [RecordedSaveRow(saves, reason: allReasons, strokes: strokes)] + reasons
  }

  private init(_ saves: [RecordedSave], reason: String, strokes: Int?) {
    let sound = saves.filter { $0.error == nil }
    let durations = sound.map { $0.durationMicroseconds * 1_000 }.sorted()
    let bytes = sound.reduce(0.0) { $0 + Double($1.byteCount) }
    func perSave(_ total: Double) -> Double? { sound.isEmpty ? nil : total / Double(sound.count) }
    self.init(
      reason: reason, saves: saves.count, errors: saves.count - sound.count,
      p50Nanoseconds: Percentile.p50.value(ofSorted: durations),
      p95Nanoseconds: Percentile.p95.value(ofSorted: durations), bytesPerSave: perSave(bytes),
      strokesPerSave: strokes.flatMap { perSave(Double($0)) })
  }
}
