internal import InkModel

/// What the cases of a run are called in a script that leaves the machine.
///
/// By store and durability, and by the number of the session where there are several: a session is called by
/// whoever recorded it, and may be named for what was written.
package struct ScriptName {
  private let sessions: [String]

  /// `cases` are all of the run, in its order, by which sessions are numbered from 1.
  package init(of cases: [CaseName]) {
    var sessions: [String] = []
    for name in cases where !sessions.contains(name.workload) { sessions.append(name.workload) }
    self.sessions = sessions
  }

  /// Such as `journal/packed power-durable`, or `session 2 journal/packed power-durable`.
  package func text(of name: CaseName) -> String {
    let session = sessions.firstIndex(of: name.workload).map { $0 + 1 } ?? 0
    return (sessions.count > 1 ? "session \(session) " : "") + "\(name.store) \(name.durability.rawValue)"
  }
}
