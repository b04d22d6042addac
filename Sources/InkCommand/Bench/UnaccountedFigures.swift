internal import InkModel
internal import InkReport
internal import InkRun

/// Bytes that the kernel saw and the tap did not, or the other way round, over a run.
///
/// Method. The cases of `inkbench run` without options, one timed round and one that counts allocations each,
/// in child processes as ever. Each child says at its end what the tap counted over its life and what the
/// kernel's `wchar` says; the figure is the sum of the differences, whichever way they go.
enum UnaccountedFigures: FigureMeter {
  static let names = ["tap.unaccounted"]

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    var command = RunCommand()
    command.rounds = 1
    command.crashTrials = 0
    command.store = bench.directory + "/unaccounted"
    let setup = try RunSetup(command, in: bench.context)
    let records = try records(of: setup)
    var unaccounted: UInt64 = 0
    var children = 0
    for record in records {
      if let failure = record.failures.first {
        throw CommandFailure(.internalError, "\(record.name.text): \(failure.reason)")
      }
      for check in (record.timed + record.allocationRounds).map(\.check) {
        guard let kernelBytes = check.kernelBytes else {
          throw CommandFailure(.internalError, "the kernel does not say how many bytes a process wrote")
        }
        unaccounted += max(check.countedBytes, kernelBytes) - min(check.countedBytes, kernelBytes)
        children += 1
      }
    }
    guard children > 0 else { throw CommandFailure(.internalError, "no round of the run was finished") }
    var measurement = Measurement.exact(Double(unaccounted))
    measurement.samples = children
    return measurement
  }

  private static func records(of setup: RunSetup) throws(CommandFailure) -> [CaseRecord] {
    do throws(RunError) {
      let directory = try StoreDirectory(setup.request.storeDirectory)
      defer { directory.tearDown() }
      let launcher = ChildLauncher(
        executable: setup.request.executable, words: setup.request.childWords, interruption: Interruption())
      let runner = Runner(
        request: setup.request, seeds: setup.sessions.map(\.seed), directory: directory, launcher: launcher,
        machine: MachineReader(in: directory, launcher: launcher, rounds: setup.request.rounds),
        report: { _ in }, keep: { _ in }, keepOperations: { (_) throws(RunError) in })
      try runner.run()
      if let diskFailure = runner.diskFailure { throw .diskFull(diskFailure) }
      if runner.isInterrupted { throw .child("the run was interrupted") }
      return runner.records
    } catch {
      throw CommandFailure(error)
    }
  }
}
