package import InkModel
package import InkReport
package import InkStorage

/// Compares what a store holds with what was promised.
///
/// Method. The judge runs in a process that did not write the store. It has an observer open the document and
/// read everything, and judges what was observed. If that is allowed, the store is closed and opened once
/// more: recovery must have left what it showed. Now a stroke is written, as an app would go on, and the
/// store closed and opened a third time: all must be as before, the stroke too, and the library's shelf must
/// show the document as it is.
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

  /// Opens and compares three times, with what lies between.
  package func verdict() throws(ReplayError) -> Verdict {
    var observer = Observer(
      session: session, plan: plan, progress: progress, backend: backend, environment: environment)
    let (history, unit) = (observer.history, backend.traits.unit)
    let observation = try observer.observe([.close, .writeAndClose, .readShelf]) {
      $0.verdict(for: progress, by: history, unit: unit).outcome.isAllowed
    }
    return observation.verdict(for: progress, by: history, unit: unit)
  }
}
