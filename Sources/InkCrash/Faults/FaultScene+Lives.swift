internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkStorage
internal import InkTap

extension FaultScene {
  /// How many moments a fault has, in stretches that are to be tried evenly.
  mutating func survey(_ fault: InjectedFault, _ disk: SmallDisk?) throws(ReplayError) -> [Int] {
    switch fault {
    case .truncated, .bitFlip: return RestDamage(fault: fault, image: resting).stretches
    case .evicted: return [resting.files.count]
    case .deadline:
      try put(base)
      let hazard = DeadlineHazard(.counting(fault.kinds))
      _ = life(hazard).run()
      return [Int(hazard.callCount)]
    case .cutDeadline: return [try cuts().count]
    case .fullDisk:
      guard let disk else { return [] }
      try put(base)
      let hazard = FullDiskHazard(disk, freeBlocks: nil)
      let free = disk.freeBlocks
      _ = life(hazard).run()
      // A replaced file and its replacement are there at once, within a call.
      let largest = try Self.image(of: environment.directory).files.map(\.bytes.count).max() ?? 0
      return [max(1, free - hazard.lowestFreeBlocks + largest / SmallDisk.blockByteCount + 1)]
    default:
      try put(base)
      _ = life(PlannedHazard(.counting(fault.kinds))).run()
      return [Int(Tap.injection.callCount)]
    }
  }

  /// Lives one life and judges what it leaves.
  mutating func live(_ moment: FaultMoment, _ disk: SmallDisk?) throws(ReplayError) -> LifeVerdict {
    var verdict = try lived(moment, disk)
    // The store's place is another each time, and says nothing.
    verdict.seen = verdict.seen?.replacing(environment.directory + "/", with: "")
    return verdict
  }

  private mutating func lived(
    _ moment: FaultMoment, _ disk: SmallDisk?
  ) throws(ReplayError) -> LifeVerdict {
    guard let number = moment.number else { throw .session("a life needs the number of its moment") }
    switch moment.fault {
    case .truncated, .bitFlip: return try rest(moment.fault, number)
    case .evicted: return try liveWithoutFile(number)
    case .failedSync: return try liveLosing(moment, number)
    case .cutDeadline: return try liveCut(moment, number)
    case .deadline:
      try put(base)
      return try judge(life(DeadlineHazard(plan(of: moment, number))), moment)
    case .fullDisk:
      guard let disk else { throw .session("there is no disk to fill") }
      try put(base)
      return try judge(life(FullDiskHazard(disk, freeBlocks: number - 1)), moment)
    default:
      try put(base)
      return try judge(life(PlannedHazard(plan(of: moment, number))), moment)
    }
  }

  private func plan(of moment: FaultMoment, _ number: Int) -> FaultPlan {
    let last = moment.span == .lasting || moment.fault == .deadline ? UInt64.max : UInt64(number)
    return FaultPlan(
      moment.fault.tapFault ?? .shortCount, from: UInt64(number), through: last, of: moment.fault.kinds)
  }

  // MARK: - Lives

  /// Lives with a log of all file calls.
  ///
  /// A life that the log has no room for is lived again, and meets what goes wrong for the first time.
  private mutating func recorded<Danger: Hazard>(
    _ makeHazard: () -> Danger
  ) throws(ReplayError) -> (end: FaultLife.End, hazard: Danger, entries: [RecordedEntry]) {
    while true {
      try put(base)
      let hazard = makeHazard()
      do throws(RecordingError) {
        try Tap.record(capacityBytes: logByteCount)
        let end = life(hazard).run()
        return (end, hazard, try Tap.stopRecording().entries())
      } catch {
        guard case .full = error, logByteCount < Self.logByteCountMax else { throw .recording(error) }
        logByteCount *= 4
      }
    }
  }

  /// Lives, and has the disk forget what failed syncs lost: at the end, and where power is cut before.
  private mutating func liveLosing(
    _ moment: FaultMoment, _ number: Int
  ) throws(ReplayError) -> LifeVerdict {
    let plan = plan(of: moment, number)
    let (end, hazard, entries) = try recorded { PlannedHazard(plan) }
    let verdict = try judge(end, hazard, moment)
    guard !verdict.isBroken else { return verdict }
    for (index, progress) in end.cuts.enumerated() {
      let before = entries.before(cut: index + 1)
      if let found = try judge(before, at: progress, of: end, moment) { return found.added(to: verdict) }
    }
    return try judge(entries, at: end.progress, of: end, moment)?.added(to: verdict) ?? verdict
  }

  /// The places within the writes of the background at which the process can end.
  private mutating func cuts() throws(ReplayError) -> [WriteCut] {
    if let writeCuts { return writeCuts }
    let recorded = try recorded { DeadlineHazard(.counting(InjectedFault.cutDeadline.kinds)) }
    let cuts = WriteCut.all(in: recorded.entries, of: recorded.hazard.operations)
    writeCuts = cuts
    return cuts
  }

  /// Lives until the process ends within a write; behind the last place it lives untouched.
  private mutating func liveCut(_ moment: FaultMoment, _ number: Int) throws(ReplayError) -> LifeVerdict {
    let cuts = try cuts()
    var plan = FaultPlan.counting(moment.fault.kinds)
    if number <= cuts.count {
      let cut = cuts[number - 1]
      plan = FaultPlan(.error(Platform.ioErrorCode), from: cut.write, of: moment.fault.kinds)
      plan.cut = cut.byteCount
    }
    try put(base)
    return try judge(life(DeadlineHazard(plan)), moment)
  }

  private mutating func liveWithoutFile(_ number: Int) throws(ReplayError) -> LifeVerdict {
    guard resting.files.indices.contains(number - 1) else { throw .session("there is no file \(number)") }
    let file = resting.files[number - 1]
    try put(resting)
    let hazard = EvictedHazard(
      path: path(of: file), bytes: file.bytes, isTruth: isTruth(file))
    let life = life(hazard)
    let moment = FaultMoment(.evicted, .lasting, at: number)
    var verdict = try judge(life.run(after: restingStep), hazard, moment)
    if let change = hazard.change, !verdict.isBroken {
      verdict.outcome = .silentError
      verdict.isBroken = true
      verdict.seen = change
    }
    if verdict.isBroken { verdict.seen = "'\(file.path)' could not be read; \(verdict.seen ?? "")" }
    return verdict
  }

  /// Whether a file is more than a cache that may be written anew.
  private func isTruth(_ file: StoreImage.File) -> Bool {
    switch backend.traits.fileRoles.role(of: file.path) {
    case .page, .journal, .database, .wal, .document, .asset: true
    default: false
    }
  }

  /// A store that writes more in one life is told so.
  private static let logByteCountMax = 1 << 30
}

extension [RecordedEntry] {
  /// What the log holds up to the mark of a moment at which power is cut.
  ///
  /// What it says of files may stand behind the calls on them.
  fileprivate func before(cut number: Int) -> [RecordedEntry] {
    let end = firstIndex { if case .mark(let mark) = $0 { mark.step == number } else { false } } ?? endIndex
    return self[..<end] + self[end...].filter { if case .file = $0 { true } else { false } }
  }
}
