internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkStorage

/// One session carried out on one store, with nothing measured and all content compared.
///
/// Method. The base is written into an empty directory, and the session replayed on it. Each page that the
/// replay opens must be the version that was saved last, so that a cache that is preferred to the truth is
/// seen where it is read. Wherever the document is left and opened again, a judge reads a copy of the store
/// whole, three times, as it does at the end; the copy, because the judge also writes. All of it happens in
/// one process: what a store loses when its process dies in the middle of a call is for crash trials.
struct ContentCheck {
  let session: Session
  let backend: any StorageBackend.Type
  let environment: StoreEnvironment
  /// A directory for the store, its copies and exports; it exists and is emptied before and after.
  let place: String

  /// Carries out the session; nil if everything is where it belongs.
  ///
  /// Throws where the harness itself fails or the disk is full, which says nothing of the store.
  func run() throws(RunError) -> Finding? {
    let plan = ReplayPlan(session)
    do throws(ReplayError) {
      try BaseBuilder.build(session.base, with: backend, in: environment)
      do throws(ReplayError) { try replay(plan) } catch {
        return try finding(in: error, plan)
      }
      return try judge(plan, .complete(plan), environment, "at the end")
    } catch {
      return try finding(in: error)
    }
  }

  private func replay(_ plan: ReplayPlan) throws(ReplayError) {
    var options = ReplayOptions(exportPath: place + "/export")
    let history = DocumentHistory(session: session, plan: plan)
    options.pageWasOpened = { (page, step) throws(ReplayError) in
      try compare(page, with: history, by: step)
    }
    options.documentWasLeft = { (step) throws(ReplayError) in
      let copy = place + "/copy"
      try self.copy(to: copy)
      defer { StoreCopy.remove(copy) }
      var elsewhere = environment
      elsewhere.directory = copy
      let progress = ReplayProgress(acknowledgedStep: step, begunStep: step)
      let verdict = try self.verdict(plan, progress, elsewhere)
      guard verdict.outcome.isAllowed else {
        throw .lost(verdict, step: step, moment: "the document was left after it")
      }
    }
    let replay = Replay(
      session: session, plan: plan, backend: backend, environment: environment, options: options)
    _ = try replay.run(
      check: InstrumentCheck(canarySeen: false, countedBytes: 0, kernelBytes: nil, faults: []))
  }

  private func copy(to target: String) throws(ReplayError) {
    do throws(RunError) {
      try StoreCopy.copyUnsynced(environment.directory, to: target)
    } catch {
      guard case .disk(let operation, let path, let code) = error else { throw .session("\(error)") }
      throw .system(operation: operation, path: path, code: code)
    }
  }

  /// Holds a page that was opened against the version that was saved.
  private func compare(
    _ page: borrowing Page, with history: DocumentHistory, by step: Int
  ) throws(ReplayError) {
    var expected = Page(id: page.id)
    try history.fill(&expected, id: page.id, editCount: history.editCount(of: page.id, by: step))
    environment.codec.makeCanonical(&expected)
    backend.makeCanonical(&expected)
    guard let difference = page.firstDifference(from: expected) else { return }
    let verdict = Verdict(
      outcome: .torn, detail: "page \(page.id.name) is not what was saved: \(difference)")
    throw .lost(verdict, step: step, moment: "open page")
  }

  private func verdict(
    _ plan: ReplayPlan, _ progress: ReplayProgress, _ environment: StoreEnvironment
  ) throws(ReplayError) -> Verdict {
    try Judge(
      session: session, plan: plan, progress: progress, backend: backend, environment: environment
    ).verdict()
  }

  private func judge(
    _ plan: ReplayPlan, _ progress: ReplayProgress, _ environment: StoreEnvironment, _ moment: String
  ) throws(ReplayError) -> Finding? {
    Finding(try verdict(plan, progress, environment), moment: moment)
  }

  /// What a replay that failed says of its store, once it has been judged by what it had acknowledged.
  private func finding(in error: ReplayError, _ plan: ReplayPlan) throws(ReplayError) -> Finding? {
    guard case .store(let reason, let step, let action) = error, !reason.isDiskFull else { throw error }
    let progress = ReplayProgress(acknowledgedStep: step - 1, begunStep: step)
    let moment = "step \(step) (\(action))"
    let found = try judge(plan, progress, environment, "after \(moment) failed (\(reason))")
    return found ?? Finding(kind: .refused, moment: moment, detail: "the store failed: \(reason)")
  }

  private func finding(in error: ReplayError) throws(RunError) -> Finding? {
    switch error {
    case .store(let reason, _, _) where reason.isDiskFull: throw .diskFull(error.description)
    case .judging: throw .diskFull(error.description)
    case .system(_, _, let code) where Platform.isDiskFull(code): throw .diskFull(error.description)
    case .store(let reason, let step, let action):
      return Finding(
        kind: .refused, moment: "step \(step) (\(action))", detail: "the store failed: \(reason)")
    case .content(let message, let step):
      return Finding(
        kind: .torn, moment: "step \(step) (edit)",
        detail: "the page that the store gave back is not what was saved: \(message)")
    case .lost(let verdict, let step, let moment):
      return Finding(verdict, moment: "step \(step) (\(moment))")
    case .session, .base, .system, .recording: throw .child(error.description)
    }
  }
}
