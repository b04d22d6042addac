import InkCrash
import InkReport
import InkRun
import Testing

@Suite("The choice of crash points") struct CrashChoiceTests {
  /// 400 operations: a first save, 80 compactions of two, a background, a close and an asset.
  private var survey: RoundResult {
    var survey = RoundResult(
      check: InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: nil, faults: []))
    survey.operationCount = 400
    survey.spans = [
      OperationSpan(name: "save.autosave", first: 1, end: 11),
      OperationSpan(name: "save.autosave", first: 20, end: 30),
      OperationSpan(name: "insert-asset", first: 40, end: 43),
      OperationSpan(name: "save.background", first: 300, end: 320),
      OperationSpan(name: "background", first: 320, end: 322),
      OperationSpan(name: "close-document", first: 390, end: 401),
    ]
    for index in 0..<80 as Range<UInt64> {
      survey.spans.append(OperationSpan(name: "compaction", first: 50 + index * 3, end: 52 + index * 3))
    }
    return survey
  }

  @Test("Every stretch gets its share, and all of a stretch that has fewer operations")
  func strata() {
    let chosen = CrashChoice.choose(from: survey, count: 60, seed: 1)
    let counts = Dictionary(grouping: chosen, by: \.stratum).mapValues(\.count)
    #expect(chosen.count == 60)
    for stratum in [Stratum.firstSave, .compaction, .background, .close, .other] {
      #expect(counts[stratum] ?? 0 >= CrashChoice.perStratum, "\(stratum)")
    }
    #expect(counts[.insertAsset] == 3)
    #expect(counts[.checkpoint] == nil)
  }

  @Test("Never more trials than were asked for, and the stretches share a few evenly")
  func few() {
    #expect(CrashChoice.choose(from: survey, count: 1, seed: 1).map(\.stratum) == [.firstSave])
    let chosen = CrashChoice.choose(from: survey, count: 12, seed: 1)
    let counts = Dictionary(grouping: chosen, by: \.stratum).mapValues(\.count)
    #expect(chosen.count == 12)
    #expect(Set(counts.keys) == Set(Stratum.allCases).subtracting([.checkpoint]))
    #expect(counts.values.allSatisfy { $0 == 2 })
    #expect(chosen.count { $0.point.isWriteCut } == 6)
  }

  @Test("Only the first automatic save counts as the first")
  func firstSave() {
    let chosen = CrashChoice.choose(from: survey, count: 400, seed: 1)
    let first = chosen.filter { $0.stratum == .firstSave }.map(\.point.operation)
    #expect(first == Array(1...10))
  }

  @Test("No operation is chosen twice, all lie within the replay, and half of the writes are cut")
  func distinct() {
    let chosen = CrashChoice.choose(from: survey, count: 100, seed: 9)
    let operations = chosen.map(\.point.operation)
    #expect(Set(operations).count == 100)
    #expect(operations.allSatisfy { (1...400).contains($0) })
    #expect(chosen.count { $0.point.isWriteCut } == 50)
  }

  @Test("The seed decides, and nothing else")
  func seeded() {
    #expect(
      CrashChoice.choose(from: survey, count: 50, seed: 5)
        == CrashChoice.choose(from: survey, count: 50, seed: 5))
    #expect(
      CrashChoice.choose(from: survey, count: 50, seed: 5)
        != CrashChoice.choose(from: survey, count: 50, seed: 6))
  }

  @Test("A replay with fewer operations than trials is tried at each of them")
  func fewOperations() {
    var small = survey
    small.operationCount = 12
    small.spans = [OperationSpan(name: "save.autosave", first: 3, end: 7)]
    #expect(CrashChoice.choose(from: small, count: 50, seed: 1).map(\.point.operation) == Array(1...12))
  }
}
