package import InkModel
package import InkReport
package import InkStorage
internal import InkTap

/// Compares what a store holds with what was promised.
///
/// Method. The judge runs in a process that did not write the store. It opens the document, which recovers
/// it, and reads every page and every asset that a page names. A page must equal the version that was last
/// acknowledged, or the one whose save was in flight. If the consistency unit is the document, all pages must
/// be on the same side. An older version is a lost acknowledged save, no version at all is torn, and a page
/// that the store disowns is corrupt. Then the store is closed and opened once more: recovery must have left
/// what it showed, and the library's shelf must show the document as it is. An engine's own integrity check
/// has no say.
package struct Judge {
  package var session: Session
  package var plan: ReplayPlan
  package var progress: ReplayProgress
  package var backend: any StorageBackend.Type
  package var environment: StoreEnvironment

  package init(
    session: Session, plan: ReplayPlan, progress: ReplayProgress, backend: any StorageBackend.Type,
    environment: StoreEnvironment
  ) {
    self.session = session
    self.plan = plan
    self.progress = progress
    self.backend = backend
    self.environment = environment
  }

  /// Opens, compares, closes, opens again and compares again.
  package func verdict() throws(ReplayError) -> Verdict {
    var first = try examine(closing: true)
    guard first.outcome.isAllowed else { return first }
    let second = try examine(closing: false)
    if !second.outcome.isAllowed || second.outcome != first.outcome {
      first.outcome = second.outcome.isAllowed ? .torn : second.outcome
      first.detail = "after a second opening: " + (second.detail ?? "another version than at the first")
    }
    return first
  }

  private func examine(closing: Bool) throws(ReplayError) -> Verdict {
    let start = Clock.nanoseconds()
    let store: any StorageBackend
    let document: DocumentInfo
    do throws(StorageError) {
      store = try backend.init(environment)
      document = try store.openDocument(session.base.document.id)
    } catch {
      if error.isDiskFull { throw .judging(error) }
      return Verdict(outcome: .unopenable, detail: "\(error)")
    }
    var examination = Examination(judge: self)
    try examination.examine(document, in: store)
    examination.verdict.recoveryNanoseconds = Clock.nanoseconds() - start
    examination.verdict.loss = examination.loss.isNothing ? nil : examination.loss
    guard examination.verdict.outcome.isAllowed else { return examination.verdict }
    guard closing else {
      examination.compareShelf(document, in: store)
      return examination.verdict
    }
    do throws(StorageError) { try store.closeDocument() } catch {
      if error.isDiskFull { throw .judging(error) }
      examination.verdict.outcome = .unopenable
      examination.verdict.detail = "closing after recovery failed: \(error)"
    }
    return examination.verdict
  }
}
