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
/// what it showed. Now the judge writes a stroke, as an app would go on, closes and opens a third time: all
/// must be as before, the stroke too, and the library's shelf must show the document as it is. An engine's
/// own integrity check has no say.
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

  /// What a judge does once it has compared everything.
  private enum Next {
    /// Closes as an app does.
    case close
    /// Writes a stroke first.
    case writeAndClose
    /// Looks at the library's shelf and leaves.
    case compareShelf
  }

  /// Opens and compares three times, with what lies between.
  package func verdict() throws(ReplayError) -> Verdict {
    var first = try examine(then: .close)
    for (next, name) in [(Next.writeAndClose, "second"), (.compareShelf, "third")] {
      guard first.outcome.isAllowed else { return first }
      let later = try examine(then: next)
      guard later.outcome.isAllowed, later.outcome == first.outcome else {
        first.outcome = later.outcome.isAllowed ? .torn : later.outcome
        first.detail = "after a \(name) opening: " + (later.detail ?? "another version than at the first")
        return first
      }
    }
    return first
  }

  /// On the first page that stays; nil if the document has none.
  private var stroke: JudgesStroke? {
    let history = DocumentHistory(session: session, plan: plan)
    let later = Set(history.pages(by: progress.begunStep).map(\.id))
    return history.pages(by: progress.acknowledgedStep).first { later.contains($0.id) }
      .map { JudgesStroke(page: $0.id) }
  }

  /// Reads the store whole.
  private func examine(then next: Next) throws(ReplayError) -> Verdict {
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
    var examination = Examination(judge: self, after: next == .compareShelf ? stroke : nil)
    try examination.examine(document, in: store)
    examination.verdict.recoveryNanoseconds = Clock.nanoseconds() - start
    examination.verdict.loss = examination.loss.isNothing ? nil : examination.loss
    guard examination.verdict.outcome.isAllowed else { return examination.verdict }
    guard next != .compareShelf else {
      examination.compareShelf(document, in: store)
      return examination.verdict
    }
    var deed = "saving"
    do throws(StorageError) {
      if next == .writeAndClose {
        try stroke?.write(to: store, timeMilliseconds: plan.lengthMilliseconds + 1_000)
      }
      deed = "closing"
      try store.closeDocument()
    } catch {
      if error.isDiskFull { throw .judging(error) }
      examination.verdict.outcome = .unopenable
      examination.verdict.detail = "\(deed) after recovery failed: \(error)"
    }
    return examination.verdict
  }
}
