internal import InkModel
internal import InkRun
internal import InkSimulation
internal import InkTrace

/// The modes that a session can be brought to.
enum Redaction: String, ArgumentWord {
  case shapesDropped = "shapes-dropped"

  var mode: PrivacyMode {
    switch self {
    case .shapesDropped: .shapesDropped
    }
  }

  /// Writes what is left of a session.
  func write(_ session: Session, to path: String) throws(CommandFailure) {
    switch self {
    case .shapesDropped:
      let left: Session
      do throws(PageSourceError) {
        left = try ShapeDropping.session(of: session) { ShapeArtist(seed: $0).draw }
      } catch {
        throw CommandFailure(.malformedInput, error.description)
      }
      do throws(TraceError) { try SessionFile.write(left, to: path) } catch { throw CommandFailure(error) }
    }
  }
}
