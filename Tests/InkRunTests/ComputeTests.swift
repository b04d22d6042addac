import InkModel
import InkReport
import Testing

@testable import InkRun

@Suite("Compute of a recorded script") struct ComputeTests {
  private func round(_ services: [UInt64]) -> RoundResult {
    var round = RoundResult(
      check: InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: nil, faults: []))
    var columns = PhaseColumns(phase: .saveAutosave)
    columns.serviceNanoseconds = services
    // Of each call, 2 ns are in files and 1 ns in syncs.
    columns.fileNanoseconds = services.map { _ in 2 }
    columns.syncNanoseconds = services.map { _ in 1 }
    round.phases = [columns]
    return round
  }

  @Test(
    "Each call has the median of the same call in the timed rounds; one that they don't have keeps its own")
  func median() {
    func step(_ phase: Phase) -> OperationScript.Step {
      OperationScript.Step(
        phase: phase.rawValue, intendedMilliseconds: 0, computeNanoseconds: 1_000, operations: [])
    }
    var script = OperationScript(
      initialLengths: [], steps: [step(.saveAutosave), step(.idle), step(.saveAutosave), step(.saveAutosave)])
    script.takeCompute(from: [round([8, 20]), round([12, 60]), round([10, 40])])
    #expect(script.steps.map(\.computeNanoseconds) == [7, 1_000, 37, 1_000])
  }
}
