internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkStorage
internal import InkTap

extension FaultScene {
  mutating func judge(_ life: FaultLife, _ moment: FaultMoment) throws(ReplayError) -> LifeVerdict {
    try judge(life.run(), life.hazard, moment)
  }

  mutating func judge(
    _ end: FaultLife.End, _ hazard: any Hazard, _ moment: FaultMoment
  ) throws(ReplayError) -> LifeVerdict {
    var verdict = LifeVerdict(faultsMet: hazard.faultCount, reported: end.reported, absorbed: end.absorbed)
    verdict.isRefused = end.refusal != nil
    if let failure = end.failure {
      guard !failure.isDiskFull else { throw failure }
      throw .session("the store fails without a fault, at \(failure)")
    }
    if let wrong = end.wrong {
      verdict.outcome = .silentError
      verdict.isBroken = true
      verdict.seen = wrong
      return verdict
    }
    let left = try Self.image(of: environment.directory)
    let observation = try observe(end.progress)
    verdict.shape = shape(of: left, observation)
    let found = observation.verdict(for: end.progress, by: history, unit: backend.traits.unit)
    verdict.outcome = found.outcome
    if !found.isBroken(moment.fault.promise(of: environment.durability)), let atFault = end.atFault {
      try put(atFault.image)
      let observation = try observe(atFault.progress, [.close, .leave])
      let early = observation.verdict(for: atFault.progress, by: history, unit: backend.traits.unit)
      guard early.isBroken(.durable) else { return verdict }
      verdict.shape = shape(of: atFault.image, observation)
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

  /// Judges what the disk may have had of a store when power was cut; nil if it keeps the promise.
  mutating func judge(
    _ entries: [RecordedEntry], at progress: ReplayProgress, of end: FaultLife.End, _ moment: FaultMoment
  ) throws(ReplayError) -> LifeVerdict? {
    let changes: LostChanges
    do throws(CrashModelError) { changes = try LostChanges(entries, base: base) } catch {
      throw .session("what a failed sync loses is not known: \(error)")
    }
    for (image, lost) in changes.images() {
      try put(image)
      let observation = try observe(progress)
      let found = observation.verdict(for: progress, by: history, unit: backend.traits.unit)
      guard found.isBroken(moment.fault.promise(of: environment.durability)) else { continue }
      var verdict = LifeVerdict()
      verdict.shape = shape(of: image, observation)
      verdict.isBroken = true
      // A call that returned has promised what is not there.
      verdict.outcome = end.firstAbsorbed == nil ? found.outcome : .silentError
      let met = end.firstAbsorbed.map { "\($0) met the fault and returned; " } ?? ""
      verdict.seen =
        "\(met)with power cut behind step \(progress.begunStep), a fresh process finds: \(found.outcome.rawValue), "
        + "\(found.detail ?? "no reason"); the failed sync had lost \(lost)"
      return verdict
    }
    return nil
  }

  /// Judges a damaged store: what it shows must be right, older as a whole, or a clear error.
  mutating func rest(_ fault: InjectedFault, _ number: Int) throws(ReplayError) -> LifeVerdict {
    guard let (image, words) = RestDamage(fault: fault, image: resting).damaged(number) else {
      throw .session("there is no damage \(number)")
    }
    try put(image)
    let progress = ReplayProgress(acknowledgedStep: restingStep, begunStep: restingStep)
    let observation = try observe(progress, [.close, .leave])
    let found = observation.verdict(for: progress, by: history, unit: backend.traits.unit)
    var verdict = LifeVerdict(faultsMet: 1, outcome: found.outcome)
    verdict.shape = shape(of: image, observation)
    verdict.damage = words
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
    guard let store = try? backend.init(environment),
      (try? store.openDocument(session.base.document.id)) != nil
    else { return nil }
    for (id, byteCount) in history.assetByteCounts().sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let bytes = try? store.readAsset(id), bytes != AssetBytes.make(id, byteCount: byteCount) else {
        continue
      }
      return "asset \(id.name) has other bytes"
    }
    return nil
  }
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
