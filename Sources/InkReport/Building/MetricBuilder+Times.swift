extension MetricBuilder {
  private static let full: [Percentile] = [.p50, .p90, .p95, .p99, .p999]
  private static let short: [Percentile] = [.p50, .p95]

  /// Saves, phase by phase and all together, whole and in parts.
  func saveTimes() -> [MetricRow] {
    let phases = Phase.allCases.filter(\.isSave)
    let single = phases.flatMap { phase in times(phase.rawValue, Self.full) { $0 == phase } }
    let all = times("save.all", Self.full, in: \.isSave)
    let responses = samples(\.responseNanoseconds, in: \.isSave)
    let response = percentiles("response", [.p50, .p95, .p99], of: responses)
    return single + all + response + maximum("response.max", of: responses)
  }

  private func times(_ name: String, _ wanted: [Percentile], in isWanted: (Phase) -> Bool) -> [MetricRow] {
    let service = samples(\.serviceNanoseconds, in: isWanted)
    let encode = samples(\.encodeNanoseconds, in: isWanted)
    let hasBrackets = encode.joined().contains { $0 > 0 }
    return percentiles(name, wanted, of: service)
      + maximum("\(name).max", of: service)
      + percentiles("\(name).compute", Self.short, of: samples(\.computeNanoseconds, in: isWanted))
      + percentiles("\(name).file", Self.short, of: samples(\.fileNanoseconds, in: isWanted))
      + percentiles("\(name).sync", Self.short, of: samples(\.syncNanoseconds, in: isWanted))
      + (hasBrackets ? percentiles("\(name).encode", Self.short, of: encode) : [])
  }

  /// The largest of all samples, with the largest of each round.
  func maximum(_ name: String, of samples: [[UInt64]]) -> [MetricRow] {
    guard let value = samples.joined().max() else { return [] }
    return [
      MetricRow(
        name, .nanoseconds, .noisy, value: Double(value), rounds: samples.map { $0.max().map { Double($0) } })
    ]
  }

  /// Every call that is no save.
  func callTimes() -> [MetricRow] {
    Phase.allCases.filter { !$0.isSave }.flatMap { phase in
      percentiles(phase.rawValue, Self.short, of: samples(\.serviceNanoseconds) { $0 == phase })
    }
  }

  /// The bare cost of the same bytes, and how far above it the automatic save lies.
  func floors() -> [MetricRow] {
    var kinds: [FloorResult.Kind] = []
    for floor in record.floors where !kinds.contains(floor.kind) { kinds.append(floor.kind) }
    let rows = kinds.flatMap { kind in
      percentiles(
        "floor.\(kind.rawValue)", Self.short, of: record.floors.filter { $0.kind == kind }.map(\.nanoseconds))
    }
    guard let kind = kinds.first else { return rows }
    return rows + floorRatio(kind)
  }

  private func floorRatio(_ kind: FloorResult.Kind) -> [MetricRow] {
    let floors = record.floors.filter { $0.kind == kind }
    let saves = samples(\.serviceNanoseconds) { $0 == .saveAutosave }
    guard let save = ratioBase(saves.flatMap(\.self)), let floor = ratioBase(floors.flatMap(\.nanoseconds))
    else { return [] }
    let perRound: [Double?] =
      floors.count == saves.count
      ? zip(saves, floors).map { save, floor in
        guard let save = ratioBase(save), let floor = ratioBase(floor.nanoseconds), floor > 0 else {
          return nil
        }
        return save / floor
      } : []
    let bytes = Set(floors.map(\.bytes)).sorted().map(String.init).joined(separator: ", ")
    let note = "floor: \(kind.rawValue), \(bytes) bytes at the median"
    let known = perRound.compactMap(\.self)
    guard let least = known.min(), let most = known.max(), known.count == saves.count else {
      return [MetricRow("floor.ratio", .ratio, .noisy, value: save / floor, rounds: perRound, note: note)]
    }
    // Save and floor are measured one after the other; a disk that changes its pace in between spoils the
    // ratio.
    let isTrusted = most <= least * Self.floorSpreadTolerated
    return [
      MetricRow(
        "floor.ratio", .ratio, .noisy, value: isTrusted ? median(known) : nil,
        interval: ConfidenceInterval(ofRounds: known), rounds: perRound,
        note: isTrusted ? note : "Withheld: the ratios of the rounds lie too far apart; \(note).")
    ]
  }

  /// Rounds whose ratios differ by more are told apart by the disk's mood and not by the store.
  private static let floorSpreadTolerated = 2.0

  private func ratioBase(_ samples: [UInt64]) -> Double? {
    Percentile.p50.value(ofSorted: samples.sorted()).map { Double($0) }
  }
}

extension PhaseColumns {
  /// What is left of each call outside the file system.
  var computeNanoseconds: [UInt64] {
    zip(serviceNanoseconds, zip(fileNanoseconds, syncNanoseconds)).map { service, inside in
      let spent = inside.0 + inside.1
      return service > spent ? service - spent : 0
    }
  }
}
