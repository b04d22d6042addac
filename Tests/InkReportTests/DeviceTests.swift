import Foundation
import InkModel
import InkReport
import InkTestFixtures
import Testing

/// What a report says of the saves that an app recorded on its device.
@Suite struct DeviceTests {
  private static func save(
    _ reason: RecordedSave.Reason, microseconds: UInt64, bytes: Int, error: String? = nil
  ) -> RecordedSave {
    RecordedSave(
      startMilliseconds: 1, durationMicroseconds: microseconds, byteCount: bytes, reason: reason, error: error
    )
  }

  static let session: Session = {
    var session = Fixtures.writingSession(strokes: 12)
    session.recordedSaves =
      (1...3).map { save(.autosave, microseconds: UInt64($0) * 1_000, bytes: 1_000 * $0) }
      + [
        save(.background, microseconds: 9_000, bytes: 6_000),
        save(.background, microseconds: 900_000_000, bytes: 0, error: "full"),
      ]
    return session
  }()

  private func report(_ rows: [RecordedSaveRow], shapes: ShapeOrigin = .original, dropped: Int = 0) -> Report
  {
    var run = RecordFixture.run([
      RecordFixture.measured(RecordFixture.snapshot), RecordFixture.measured(RecordFixture.journal),
    ])
    run.sessions[0].recordedSaves = rows
    run.sessions[0].shapes = shapes.rawValue
    run.sessions[0].droppedEventCount = dropped
    return RecordFixture.report(run)
  }

  @Test("Recorded saves are summed over all and by reason, failed ones apart")
  func rows() {
    let rows = RecordedSaveRow.rows(of: Self.session)
    #expect(rows.map(\.reason) == ["all", "autosave", "background"])
    #expect(rows.map(\.saves) == [5, 3, 2])
    #expect(rows.map(\.errors) == [1, 0, 1])
    #expect(rows.map(\.p50Nanoseconds) == [2_000_000, 2_000_000, 9_000_000])
    // A tail of fewer than ten saves is no percentile.
    #expect(rows.map(\.p95Nanoseconds) == [nil, nil, nil])
    #expect(rows.map(\.bytesPerSave) == [3_000, 2_000, 6_000])
    #expect(rows.map(\.strokesPerSave) == [3, nil, nil])
    #expect(RecordedSaveRow.rows(of: Fixtures.writingSession(strokes: 1)) == [])
  }

  @Test("A p95 is given from 200 saves on")
  func tail() {
    var session = Fixtures.writingSession(strokes: 1)
    session.recordedSaves = (1...200).map { Self.save(.other, microseconds: UInt64($0), bytes: 1) }
    #expect(RecordedSaveRow.rows(of: session)[0].p95Nanoseconds == 190_000)
  }

  @Test("Only failed saves leave nulls and no division by zero")
  func failures() {
    var session = Fixtures.writingSession(strokes: 1)
    session.recordedSaves = [Self.save(.other, microseconds: 1, bytes: 1, error: "no")]
    let row = RecordedSaveRow.rows(of: session)[0]
    #expect(row.errors == 1)
    #expect(row.p50Nanoseconds == nil && row.bytesPerSave == nil && row.strokesPerSave == nil)
  }

  @Test("The report has the device's saves beside those of each store, and says what can be compared")
  func beside() throws {
    let text = report(RecordedSaveRow.rows(of: Self.session)).markdown()
    let section = try #require(text.range(of: "## Recorded on the device\n"))
    let lines = text[section.upperBound...].split(separator: "\n").map(String.init)
    #expect(lines[0].contains("| autosave p50 / p95 (n) | background p50 / p95 (n) |"))
    let device = try #require(lines.first { $0.contains("recorded on the device") })
    let cells = device.split(separator: "|").map { $0.trimmed }
    #expect(
      cells == [
        "recorded on the device", "5", "2.00 ms / –", "3.00 kB", "3.00", "1", "2.00 ms / – (3)",
        "9.00 ms / – (2)",
      ]
    )
    #expect(lines.contains { $0.hasPrefix("| replayed here: snapshot") })
    #expect(lines.contains { $0.hasPrefix("| replayed here: journal") })
    #expect(text.contains("times can't be compared one to one"))
  }

  @Test("Without recorded saves there is no such section")
  func absent() {
    let text = report([]).markdown()
    #expect(!text.contains("on the device"))
    #expect(!text.contains("Synthetic shapes"))
  }

  @Test("What shapes were drawn anew and what the recorder dropped stands on top")
  func marks() throws {
    let text = report([], shapes: .dropped, dropped: 7).markdown()
    let top = text.prefix(600)
    #expect(top.contains("**Synthetic shapes:** the strokes of meeting were recorded without their shapes"))
    #expect(top.contains("had no room for 7 events at its end"))
  }

  @Test("Recorded saves come back from the report's JSON")
  func json() throws {
    let made = report(RecordedSaveRow.rows(of: Self.session), shapes: .dropped)
    let back = try Report(json: made.json(), path: "r.json")
    #expect(back == made)
    #expect(back.sessions[0].recordedSaves.count == 3)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
