package import InkModel
internal import InkSimulation
internal import InkTrace

/// How a process is told which session to replay: in a few words rather than by its events.
package enum SessionReference: Codable, Hashable, Sendable {
  /// The simulator makes it from a workload's canonical JSON text and a seed.
  case workload(json: String, seed: UInt64)
  /// It stands in a session file.
  case file(path: String)

  /// Makes or reads the session.
  package func load() throws(RunError) -> Session {
    switch self {
    case .workload(let json, let seed):
      do {
        return try Simulator.session(of: Workload(json: json), seed: seed)
      } catch {
        throw .input("\(error)")
      }
    case .file(let path):
      do throws(TraceError) {
        return try SessionFile.load(path)
      } catch {
        throw .trace(error)
      }
    }
  }
}
