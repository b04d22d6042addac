import InkModel
import InkReplay
import InkSimulation
import Testing

/// Each workload of the library does what it says, by the content of its session and plan.
@Suite("The library of workloads") struct WorkloadLibraryTests {
  @Test("Each is of a size that replays in seconds", arguments: WorkloadLibrary.embedded.map { $0.name })
  func size(name: String) throws {
    let simulated = try SimulatedWorkload(name)
    print(
      name, simulated.session.events.count, simulated.written.count, simulated.session.arena.points.count,
      simulated.plan.saveCount, simulated.plan.lossWindowMilliseconds, simulated.plan.lengthMilliseconds / 60000, simulated.imageByteCounts.reduce(0, +), simulated.session.base.document.pages.count)
    #expect(simulated.session.events.count < 20_000)
    #expect(simulated.session.arena.points.count < 1_500_000)
    #expect(simulated.imageByteCounts.reduce(0, +) < 40_000_000)
  }
}
