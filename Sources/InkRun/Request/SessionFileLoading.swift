package import InkModel
internal import InkSimulation
package import InkTrace

extension SessionFile {
  /// Reads a session file as every command does.
  ///
  /// The simulator makes a base that the file names by its workload, and draws strokes whose samples were
  /// dropped; both come out the same each time.
  package static func load(_ path: String) throws(TraceError) -> Session {
    try read(path, drawingShapes: { ShapeArtist(seed: $0).draw }) { (json, seed) throws(PageSourceError) in
      do throws(WorkloadError) {
        return try Simulator.base(fromWorkloadJSON: json, seed: seed).source
      } catch {
        throw PageSourceError(error.description)
      }
    }
  }
}
