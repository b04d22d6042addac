internal import FoundationEssentials
internal import InkDevice
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkStorage
internal import InkTap

/// How well a replayed script tells what the store's own calls took.
///
/// Method. The default workload is replayed on a store while the tap records its file calls, and then the
/// script is replayed on the same disk, on files of its own. The two take turns, after one that does not
/// count. The figure is what the calls inside saves took, file and sync together, in the replay to that in
/// the recording: the median of the turns.
enum DeviceFigures: FigureMeter {
  static let names = backends.map { "device.replay_to_run." + $0 }

  private static let backends = ["snapshot", "journal", "sqlite"]
  private static let turns = 9
  /// Several times what the default workload takes.
  private static let recordingBytes = 256 << 20

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let backend = try bench.backend(String(name.split(separator: ".").last ?? ""))
    let place = bench.directory + "/" + name
    let operand = try SessionOperand("meeting", seed: nil, in: bench.context)
    let session: Session
    do throws(RunError) {
      session = try operand.reference.load()
      try StoreCopy.makeDirectory(place + "/replay")
      try StoreCopy.makeDirectory(place + "/base")
    } catch {
      throw CommandFailure(error)
    }
    let codec = try bench.codec("packed")
    func environment(_ name: String) -> StoreEnvironment {
      StoreEnvironment(
        directory: place + "/" + name, durability: .powerDurable, codec: codec, seed: session.seed)
    }
    do throws(ReplayError) {
      try BaseBuilder.build(session.base, with: backend, in: environment("base"))
    } catch {
      throw CommandFailure(.diskFailed, error.description)
    }
    var ratios: [Double] = []
    var recordedTotal = 0.0
    for turn in 0...turns {
      do throws(RunError) { try StoreCopy.copy(place + "/base", to: "\(place)/\(turn)") } catch {
        throw CommandFailure(error)
      }
      let script = try record(session, backend, environment("\(turn)"))
      StoreCopy.remove("\(place)/\(turn)")
      let (recorded, replayed) = try replay(script, in: place)
      guard turn > 0 else { continue }
      ratios.append(replayed / recorded)
      recordedTotal += recorded
    }
    var measurement = Measurement.median(of: ratios)
    let milliseconds = (recordedTotal / Double(turns) / 1e5).rounded() / 10
    measurement.remark = "the saves of a recorded round spend \(milliseconds) ms in file calls and syncs"
    return measurement
  }

  /// Replays the session on a store, and returns the calls that it made.
  private static func record(
    _ session: Session, _ backend: any StorageBackend.Type, _ environment: StoreEnvironment
  ) throws(CommandFailure) -> OperationScript {
    var options = ReplayOptions(exportPath: environment.directory + ".export")
    options.marksCalls = true
    let replay = Replay(
      session: session, plan: ReplayPlan(session), backend: backend, environment: environment,
      options: options)
    Tap.watch(directory: environment.directory, roles: backend.traits.fileRoles)
    do {
      try Tap.record(capacityBytes: recordingBytes, keepsContents: false)
      _ = try replay.run(
        check: InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: nil, faults: []))
      return OperationScript(try Tap.stopRecording().entries())
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
  }

  /// What the calls inside saves took, in nanoseconds: as recorded, and when they are made again.
  private static func replay(
    _ script: OperationScript, in place: String
  ) throws(CommandFailure) -> (recorded: Double, replayed: Double) {
    var export = OperationExport(kernelBytesPerSecond: 1)
    export.add(script, named: "meeting")
    do {
      let path = URL(filePath: place + "/script.inkio")
      try Data(export.text()).write(to: path)
      let replay = try DeviceReplay(script: path, directory: URL(filePath: place + "/replay"))
      let operations = replay.script.cases[0]
      let timing = try replay.pass(of: operations, sync: .fsync)
      var (recorded, replayed) = (0, 0)
      for step in operations.steps where step.phase.hasPrefix("save.") {
        recorded += operations.calls[step.calls].reduce(0) { $0 + $1.recordedNanoseconds }
        replayed += timing.nanoseconds[step.calls].reduce(0, +)
      }
      return (Double(recorded), Double(replayed))
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
  }
}
