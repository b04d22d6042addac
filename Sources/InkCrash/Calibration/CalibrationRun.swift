package import InkReport
package import InkRun

/// Calibrates file systems one behind the other, each in a process of its own.
package final class CalibrationRun {
  private let fileSystems: [CalibratedFileSystem]
  private let sequences: [CalibrationSequence]
  private let directory: StoreDirectory
  private let launcher: ChildLauncher
  private let crashesMax: Int
  private let seed: UInt64
  private let keep: String?
  package private(set) var rows: [CalibrationReport.Row] = []
  /// File systems that were not tried to their end, each with the reason.
  package private(set) var failures: [CalibrationReport.Failure] = []

  /// Prepares a run; `directory` is where images lie meanwhile.
  package init(
    _ fileSystems: [CalibratedFileSystem], _ sequences: [CalibrationSequence], in directory: StoreDirectory,
    launcher: ChildLauncher, crashesMax: Int, seed: UInt64, keep: String?
  ) {
    self.fileSystems = fileSystems
    self.sequences = sequences
    self.directory = directory
    self.launcher = launcher
    self.crashesMax = crashesMax
    self.seed = seed
    self.keep = keep
  }

  /// Calibrates everything; `progress` hears how far it is, and `keepRows` when another file
  /// system is done.
  package func run(
    progress: @escaping (_ fraction: Double, _ activity: String) -> Void,
    keepRows: () throws(RunError) -> Void
  ) throws(RunError) {
    for (number, fileSystem) in fileSystems.enumerated() {
      guard !launcher.interruption.isRequested else { return }
      let place = directory.copy(fileSystem.name)
      try StoreCopy.makeDirectory(place)
      defer { StoreCopy.remove(place) }
      let task = CalibrationTask(
        fileSystem: fileSystem.name, sequences: sequences.map(\.name), place: place, crashesMax: crashesMax,
        seed: seed, keep: keep)
      let end = try launcher.converse(task, silenceNanosecondsMax: Self.silenceNanosecondsMax) {
        (line: CalibrationLine) in
        switch line {
        case .began(let sequence, let part):
          let done = (Double(number) + (Double(sequence) + part) / Double(sequences.count))
          progress(
            done / Double(fileSystems.count), "\(fileSystem.name): \(sequences[sequence].name)")
        case .measured(let row): rows.append(row)
        case .failed(let reason): fail(fileSystem, reason)
        }
        return nil
      }
      switch end {
      case .complete, .interrupted: break
      case .hung: fail(fileSystem, "its process was silent for ten minutes and was ended")
      case .died(let end): fail(fileSystem, "its process died: \(end.death ?? "")")
      }
      try keepRows()
    }
  }

  private func fail(_ fileSystem: CalibratedFileSystem, _ reason: String) {
    failures.append(CalibrationReport.Failure(fileSystem: fileSystem.name, reason: reason))
  }

  /// Longer than the crashes of any pass take.
  private static let silenceNanosecondsMax: UInt64 = 600_000_000_000
}
