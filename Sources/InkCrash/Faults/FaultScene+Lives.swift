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
    case .failedSync: return try liveLosingPages(moment, number)
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

  /// Lives, and has the disk forget what failed syncs lost before anybody looks.
  private mutating func liveLosingPages(
    _ moment: FaultMoment, _ number: Int
  ) throws(ReplayError) -> LifeVerdict {
    try put(base)
    let before = identities(of: base)
    let life = life(PlannedHazard(plan(of: moment, number)))
    let end: FaultLife.End
    let entries: [RecordedEntry]
    do throws(RecordingError) {
      try Tap.record(capacityBytes: logByteCount)
      end = life.run()
      entries = try Tap.stopRecording().entries()
    } catch {
      guard case .full = error, logByteCount < Self.logByteCountMax else { throw .recording(error) }
      logByteCount *= 4
      return try liveLosingPages(moment, number)
    }
    guard let lost = LostPages(entries, before: before) else {
      throw .session("the store shares blocks between files, whose loss is not modelled")
    }
    for file in try Self.image(of: environment.directory).files {
      guard let identity = Platform.identity(of: path(of: file)), let bytes = lost.bytes(of: identity) else {
        continue
      }
      do throws(StoreImageError) { try Platform.overwrite(path(of: file), with: bytes) } catch {
        throw .session("the loss can't be carried out: \(error)")
      }
    }
    return try judge(end, life.hazard, moment)
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
    switch backend.traits.fileRoles.first(where: { fits($0, "/" + file.path) })?.role {
    case .page, .journal, .database, .wal, .document, .asset: true
    default: false
    }
  }

  private func fits(_ rule: FileRolePattern, _ path: String) -> Bool {
    rule.place == .suffix ? path.hasSuffix(rule.text) : path.contains(rule.text)
  }

  /// A store that writes more in one life is told so.
  private static let logByteCountMax = 1 << 30
}
