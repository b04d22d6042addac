internal import InkModel
internal import InkRun
internal import InkSimulation
internal import InkTrace

/// The modes that a session can be brought to.
enum Redaction: String, ArgumentWord {
  case shapesDropped = "shapes-dropped"
  case summary

  var mode: PrivacyMode {
    switch self {
    case .shapesDropped: .shapesDropped
    case .summary: .summary
    }
  }

  /// What is left of a session as a file.
  var kind: OutputFile.Kind {
    switch self {
    case .shapesDropped: .session
    case .summary: .summary
    }
  }

  /// Writes what is left of a session.
  func write(_ session: Session, named word: String, to file: OutputFile) throws(CommandFailure) {
    switch self {
    case .shapesDropped:
      let left: Session
      do throws(PageSourceError) {
        left = try ShapeDropping.session(of: session) { ShapeArtist(seed: $0).draw }
      } catch {
        throw CommandFailure(.malformedInput, error.description)
      }
      try file.write(left)
    case .summary:
      guard session.shapes == .original else {
        throw CommandFailure(
          .malformedInput,
          "'\(word)' has no shapes left, and a summary would measure those drawn here; summarise the recording"
        )
      }
      let statistics: SessionStatistics
      do throws(StatisticsError) {
        statistics = try SessionStatistics(of: session, basePages: .all)
      } catch {
        throw CommandFailure(.malformedInput, error.description)
      }
      try file.write(InkSummary(statistics).json)
    }
  }
}
