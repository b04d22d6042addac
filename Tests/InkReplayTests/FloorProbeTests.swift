import InkModel
import InkReplay
import InkReport
import Testing

@Suite("The floor of a save") struct FloorProbeTests {
  private func result(renamesOfSaves: [UInt64], roles: [RoleTotals]) -> RoundResult {
    var result = RoundResult(
      check: InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: nil, faults: []))
    var saves = PhaseColumns(phase: .saveAutosave)
    saves.serviceNanoseconds = renamesOfSaves.map { _ in 1 }
    saves.renameCalls = renamesOfSaves
    result.phases = [saves]
    result.roles = roles
    return result
  }

  private func totals(_ role: FileRole, writtenBytes: UInt64 = 1_000, renames: UInt64 = 0) -> RoleTotals {
    var totals = RoleTotals(role: role)
    totals.writtenBytes = writtenBytes
    totals.renameCalls = renames
    return totals
  }

  @Test("Saves that append are held against appends, however much is renamed between them")
  func journal() {
    let result = result(
      renamesOfSaves: [1, 0, 0, 0, 0], roles: [totals(.journal), totals(.thumbnail, renames: 100)])
    #expect(FloorProbe.kind(for: result) == .append)
  }

  @Test("Saves that rename are held against replaced files")
  func snapshot() {
    let result = result(renamesOfSaves: [2, 1, 1], roles: [totals(.page, renames: 3)])
    #expect(FloorProbe.kind(for: result) == .replace)
  }

  @Test("Saves to a write-ahead log are held against writes over blocks that are there")
  func log() {
    #expect(FloorProbe.kind(for: result(renamesOfSaves: [0, 0], roles: [totals(.wal)])) == .overwrite)
  }
}
