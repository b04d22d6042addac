internal import InkModel
internal import InkRun
internal import InkTrace

extension SessionOperand {
  /// Loads the session, under the operand's name.
  ///
  /// A session file may come from anywhere, so its edits are held against its pages here, once, rather than
  /// by everyone who carries them out.
  func session() throws(RunError) -> Session {
    var session = try reference.load()
    session.name = name
    guard case .file(let path) = reference else { return session }
    do throws(SessionFault) {
      try session.validate()
    } catch {
      throw .trace(TraceError(.malformed, file: path, "\(error); correct it or write the session again"))
    }
    return session
  }
}
