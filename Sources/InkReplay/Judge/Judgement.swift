package import InkModel
package import InkReport

extension Observation {
  /// What the observation means for a replay that had come so far.
  ///
  /// The worst that was found decides: unopenable, corrupt, dangling, torn, lost, in this order. If an
  /// opening after the first one showed something else, it is judged too, and is torn at least.
  package func verdict(
    for progress: ReplayProgress, by history: DocumentHistory, unit: ConsistencyUnit
  ) -> Verdict {
    var judgement = Judgement(progress: progress, history: history, unit: unit)
    judgement.judge(first)
    var verdict = judgement.verdict
    if let later {
      var second = Judgement(progress: progress, history: history, unit: unit)
      second.judge(later.reading)
      let isOtherVersion = second.verdict.outcome.severity < Outcome.torn.severity
      let outcome = isOtherVersion ? .torn : second.verdict.outcome
      if verdict.outcome.severity < outcome.severity {
        verdict.outcome = outcome
        verdict.detail =
          "after a \(later.number == 2 ? "second" : "third") opening: "
          + (second.verdict.detail ?? "another version than at the first")
      }
    }
    verdict.pagesCompared = first.pages.count
    verdict.elementsCompared = first.elementsCompared
    verdict.orphanAssets = orphanAssets
    verdict.orphanFiles = orphanFiles
    verdict.recoveryNanoseconds = recoveryNanoseconds
    verdict.loss = loss
    return verdict
  }
}

/// One reading of a store, judged by what had been acknowledged and begun.
///
/// Method. The list and each page must be the version that was last acknowledged, or one whose save was in
/// flight. An older version is a lost acknowledged save, and no version at all is torn. If the consistency
/// unit is the document, there must also be one step that left the list and all pages as they are: a mixture
/// is torn, and a whole document that is older than what was acknowledged is lost.
private struct Judgement {
  private(set) var verdict = Verdict(outcome: .intact)
  private let progress: ReplayProgress
  private let history: DocumentHistory
  private let unit: ConsistencyUnit

  init(progress: ReplayProgress, history: DocumentHistory, unit: ConsistencyUnit) {
    self.progress = progress
    self.history = history
    self.unit = unit
  }

  mutating func judge(_ reading: StoreReading) {
    for fault in reading.faults { note(fault.outcome, fault.detail) }
    guard let lists = reading.lists else { return }
    judgeList(lists, pageCount: reading.listedPages)
    for page in reading.pages { judge(page) }
    guard unit == .document else { return }
    weigh([Part(id: nil, versions: lists)] + reading.pages.map { Part(id: $0.id, versions: $0.editCounts) })
  }

  private mutating func note(_ outcome: Outcome, _ detail: String? = nil) {
    guard outcome.severity > verdict.outcome.severity else { return }
    verdict.outcome = outcome
    verdict.detail = detail
  }

  // MARK: - Parts alone

  private mutating func judgeList(_ lists: [Int], pageCount: Int) {
    switch Part(id: nil, versions: lists).state(progress, history) {
    case .newest: break
    case .allowed: note(.lostUnacknowledged)
    case .older(let kept, let acknowledged):
      note(.lostAcknowledged, words(pageCount) + "; it is an earlier list")
      lose(0, milliseconds: history.milliseconds(ofLists: kept..<acknowledged))
      let left = Set(history.lists[kept].pages.map(\.id))
      for page in history.lists[acknowledged].pages where !left.contains(page.id) { lose(page.id, after: 0) }
    case .none: note(.torn, words(pageCount) + ", or another order or other entries")
    }
  }

  private func words(_ pageCount: Int) -> String {
    "the list has \(pageCount) pages where "
      + "\(history.pages(by: progress.acknowledgedStep).count) were acknowledged"
  }

  private mutating func judge(_ page: StoreReading.PageReading) {
    switch Part(id: page.id, versions: page.editCounts).state(progress, history) {
    case .newest: break
    case .allowed: note(.lostUnacknowledged)
    case .older(let kept, let acknowledged):
      note(
        .lostAcknowledged,
        "page \(page.id.name) has \(kept) edits where \(acknowledged) were acknowledged")
      lose(page.id, after: kept)
    case .none:
      let reason = page.difference ?? "it has edits that nobody had asked to save"
      note(.torn, "page \(page.id.name) is no version that was saved: \(reason)")
    }
  }

  /// Counts what was acknowledged of a page and is not kept.
  private mutating func lose(_ id: PageID, after kept: Int) {
    let lost = kept..<max(kept, history.editCount(of: id, by: progress.acknowledgedStep))
    lose(history.strokeCount(of: id, lost), milliseconds: history.milliseconds(of: id, lost))
  }

  private mutating func lose(_ strokes: Int, milliseconds: UInt64) {
    verdict.strokesLost = (verdict.strokesLost ?? 0) + strokes
    verdict.millisecondsLost = max(verdict.millisecondsLost ?? 0, milliseconds)
  }

  // MARK: - Parts together

  private mutating func weigh(_ parts: [Part]) {
    let steps = history.changeSteps.reversed().drop { $0 > progress.begunStep }
    let common = steps.first { step in parts.allSatisfy { $0.isVersion(by: step, history) } }
    guard let common else { return note(.torn, mixture(of: parts, Array(steps))) }
    guard common < history.changeStep(by: progress.acknowledgedStep) else { return }
    note(
      .lostAcknowledged,
      "the document is as step \(common) left it, and \(progress.acknowledgedStep) steps were acknowledged")
  }

  /// Two parts that no step left together, in a sentence; nil if a part is no version at all.
  private func mixture(of parts: [Part], _ steps: [Int]) -> String? {
    let states = parts.map { $0.state(progress, history) }
    if let newer = states.firstIndex(of: .newest), let older = states.firstIndex(of: .allowed),
      states.allSatisfy({ $0 == .newest || $0 == .allowed })
    {
      let isSaved = parts.firstIndex {
        $0.isVersion(by: progress.begunStep, history) && !$0.isVersion(by: progress.acknowledgedStep, history)
      }
      return "\(parts[isSaved ?? newer].name) is of the save in flight and \(parts[older].name) is not, "
        + "in one unit"
    }
    let latest = parts.map { part in steps.first { part.isVersion(by: $0, history) } }
    let known = parts.indices.filter { latest[$0] != nil }
    guard let oldest = known.min(by: { (latest[$0] ?? 0) < (latest[$1] ?? 0) }), let step = latest[oldest],
      let other = known.first(where: { !parts[$0].isVersion(by: step, history) }), let newer = latest[other]
    else { return nil }
    return "\(parts[other].name) is as step \(newer) left it and \(parts[oldest].name) as step \(step) did, "
      + "in one unit"
  }
}

/// The list of pages, or one page, with the versions that it equals.
private struct Part {
  /// Nil for the list.
  var id: PageID?
  var versions: [Int]

  /// How a part stands to what was acknowledged and begun.
  enum State: Equatable {
    /// As the last step that had begun makes it.
    case newest
    /// Not older than what was acknowledged.
    case allowed
    case older(kept: Int, acknowledged: Int)
    case none
  }

  var name: String { id.map { "page \($0.name)" } ?? "the list of pages" }

  private func version(by step: Int, _ history: DocumentHistory) -> Int {
    id.map { history.editCount(of: $0, by: step) } ?? history.list(by: step)
  }

  func isVersion(by step: Int, _ history: DocumentHistory) -> Bool {
    versions.contains(version(by: step, history))
  }

  func state(_ progress: ReplayProgress, _ history: DocumentHistory) -> State {
    let acknowledged = version(by: progress.acknowledgedStep, history)
    let begun = version(by: progress.begunStep, history)
    if versions.contains(begun) { return .newest }
    if versions.contains(where: { acknowledged..<begun ~= $0 }) { return .allowed }
    return versions.last { $0 < acknowledged }.map { .older(kept: $0, acknowledged: acknowledged) } ?? .none
  }
}
