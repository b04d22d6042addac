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
    do throws(RecordingError) {
      try Tap.record(capacityBytes: Self.logByteCount)
    } catch {
      throw .recording(error)
    }
    let life = life(PlannedHazard(plan(of: moment, number)))
    let end = life.run()
    let entries: [RecordedEntry]
    do throws(RecordingError) { entries = try Tap.stopRecording().entries() } catch {
      throw .recording(error)
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

  // MARK: - Verdicts

  private mutating func judge(_ life: FaultLife, _ moment: FaultMoment) throws(ReplayError) -> LifeVerdict {
    try judge(life.run(), life.hazard, moment)
  }

  private mutating func judge(
    _ end: FaultLife.End, _ hazard: any Hazard, _ moment: FaultMoment
  ) throws(ReplayError) -> LifeVerdict {
    var verdict = LifeVerdict(faultsMet: hazard.faultCount, reported: end.reported, absorbed: end.absorbed)
    verdict.isRefused = end.refusal != nil
    if let failure = end.failure {
      throw .session("the store fails without a fault, at \(failure)")
    }
    if let wrong = end.wrong {
      verdict.outcome = .silentError
      verdict.isBroken = true
      verdict.seen = wrong
      return verdict
    }
    let found = try observe(end.progress).verdict(
      for: end.progress, by: history, unit: backend.traits.unit)
    verdict.outcome = found.outcome
    if !found.isBroken(moment.fault.promise(of: environment.durability)), let atFault = end.atFault {
      try put(atFault.image)
      let early = try observe(atFault.progress, [.close, .leave]).verdict(
        for: atFault.progress, by: history, unit: backend.traits.unit)
      guard early.isBroken(.durable) else { return verdict }
      verdict.outcome = early.outcome
      verdict.isBroken = true
      verdict.seen =
        "had the process ended when step \(atFault.progress.begunStep) had thrown, a fresh one would have found: "
        + "\(early.outcome.rawValue), \(early.detail ?? "no reason")"
      return verdict
    }
    guard found.isBroken(moment.fault.promise(of: environment.durability)) else { return verdict }
    verdict.isBroken = true
    var words: [String] = []
    if let absorbed = end.firstAbsorbed {
      // A call that returned has promised what is not there.
      verdict.outcome = .silentError
      words.append("\(absorbed) met the fault and returned")
    }
    if let refusal = end.refusal { words.append("the store refused when the fault had passed (\(refusal))") }
    words.append("a fresh process finds: \(found.outcome.rawValue), \(found.detail ?? "no reason")")
    verdict.seen = words.joined(separator: "; ")
    return verdict
  }

  /// Judges a damaged store: what it shows must be right, older as a whole, or a clear error.
  private mutating func rest(_ fault: InjectedFault, _ number: Int) throws(ReplayError) -> LifeVerdict {
    guard let (image, words) = RestDamage(fault: fault, image: resting).damaged(number) else {
      throw .session("there is no damage \(number)")
    }
    try put(image)
    let progress = ReplayProgress(acknowledgedStep: restingStep, begunStep: restingStep)
    let observation = try observe(progress, [.close, .leave])
    let found = observation.verdict(for: progress, by: history, unit: backend.traits.unit)
    var verdict = LifeVerdict(faultsMet: 1, outcome: found.outcome)
    verdict.reported = observation.first.faults.isEmpty ? 0 : 1
    verdict.absorbed = 1 - verdict.reported
    var accepted = [observation.first, observation.later?.reading].compactMap { $0?.acceptedWrong }.first
    if accepted == nil, found.outcome == .dangling { accepted = wrongAsset() }
    if let accepted {
      verdict.isBroken = true
      verdict.outcome = .silentError
      verdict.seen = "\(words); the store takes it for right: \(accepted)"
    }
    return verdict
  }

  /// An image that the store gives back with bytes that nobody gave it; nil if there is none.
  private func wrongAsset() -> String? {
    guard let store = try? backend.init(environment), (try? store.openDocument(session.base.document.id)) != nil
    else { return nil }
    for (id, byteCount) in history.assetByteCounts().sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let bytes = try? store.readAsset(id), bytes != AssetBytes.make(id, byteCount: byteCount) else {
        continue
      }
      return "asset \(id.name) has other bytes"
    }
    return nil
  }

  /// Many times what any life of an excerpt writes; one that writes more is told so.
  private static let logByteCount = 16 << 20
}

extension StoreReading {
  /// What a reading shows that nobody had saved, and takes for right; nil if nothing.
  fileprivate var acceptedWrong: String? {
    if let title = faults.first(where: { $0.outcome == .torn }) { return title.detail }
    if let lists, lists.isEmpty { return "a list of \(listedPages) pages that was never saved" }
    guard let page = pages.first(where: { $0.editCounts.isEmpty }) else { return nil }
    return "page \(page.id.name) is no version that was saved: \(page.difference ?? "")"
  }
}
