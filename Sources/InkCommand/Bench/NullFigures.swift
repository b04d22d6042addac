internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkStorage
internal import InkTap

/// What the harness itself costs: the default workload against a store that keeps nothing.
///
/// Method. The replay is repeated, and the fastest one is taken: whatever disturbs a replay only makes it
/// slower.
enum NullFigures: FigureMeter {
  static let names = ["null.event"]

  private static let replays = 31

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let operand = try SessionOperand("meeting", seed: nil, in: bench.context)
    let directory = bench.directory + "/null"
    let session: Session
    do throws(RunError) {
      session = try operand.reference.load()
      try StoreCopy.makeDirectory(directory)
    } catch {
      throw CommandFailure(error)
    }
    let plan = ReplayPlan(session)
    let backend = try bench.backend("null")
    let environment = StoreEnvironment(
      directory: directory, durability: .processCrash, codec: try bench.codec("packed"), seed: session.seed)
    Tap.watch(directory: directory, roles: backend.traits.fileRoles)
    var perEvent: [Double] = []
    for _ in 0..<replays {
      let replay = Replay(
        session: session, plan: plan, backend: backend, environment: environment,
        options: ReplayOptions(exportPath: directory + "/export"))
      do throws(ReplayError) {
        let result = try replay.run(
          check: InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: nil, faults: []))
        perEvent.append(Double(result.replayNanoseconds) / Double(session.events.count))
      } catch {
        throw CommandFailure(.internalError, error.description)
      }
    }
    return .of(perEvent.min() ?? 0, spreadOf: perEvent)
  }
}
