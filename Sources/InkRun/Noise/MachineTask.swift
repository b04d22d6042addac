internal import InkReplay
internal import InkReport

/// A reading of the machine, to be taken in a process of its own.
struct MachineTask: Codable, Sendable {
  /// Where files may be written; it must exist.
  var directory: String
  var moment: MachineReading.Moment

  func reading() throws(RunError) -> MachineReading {
    let processor = NoiseProbe.processor()
    do throws(ReplayError) {
      return MachineReading(
        moment: moment, processor: processor, floors: try MachineFloorProbe.run(in: directory))
    } catch {
      if case .system(let operation, let path, let code) = error {
        throw .disk(operation: operation, path: path, code: code)
      }
      throw .child(error.description)
    }
  }
}
