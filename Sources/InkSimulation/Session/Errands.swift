internal import InkModel

/// Things that happen a set number of times in a session, wherever it stands.
enum Errand: Sendable {
  case addPage, deletePage, movePage, browse, insertImage, background, relaunch, listLibrary, export
  /// The writer comes back for the next sitting.
  case sitDown
}

/// The errands of a session, spread over it.
struct Errands {
  /// Latest first, so that the next is taken from the end.
  private var pending: [(progress: Double, errand: Errand)] = []
  /// How long all sittings last together; nil if they have no lengths of their own.
  let minutes: Double?

  init(_ workload: Workload, _ random: inout SplitMix64) {
    let (pages, app) = (workload.pages, workload.app)
    let counts: [(Errand, Int)] = [
      (.addPage, pages.additions), (.deletePage, pages.deletions), (.movePage, pages.reorders),
      (.browse, pages.browsingRuns), (.insertImage, workload.edits.images), (.background, app.backgrounds),
      (.relaunch, app.relaunches), (.listLibrary, app.libraryVisits), (.export, app.exports),
    ]
    for (errand, count) in counts {
      for number in 0..<count {
        pending.append(((Double(number) + random.unit()) / Double(count), errand))
      }
    }
    let sittings = max(1, workload.session.sittings.count(&random))
    let lengths = (0..<sittings).map { _ in workload.session.sittingMinutes?.sample(&random) ?? 1 }
    let total = lengths.reduce(0, +)
    var passed = 0.0
    for length in lengths.dropLast() {
      passed += length
      pending.append((passed / total, .sitDown))
    }
    minutes = workload.session.sittingMinutes == nil ? nil : total
    // A stable order: by progress, and errands that fall together in the order of the list above.
    pending = pending.enumerated().sorted { left, right in
      (left.element.progress, left.offset) > (right.element.progress, right.offset)
    }.map(\.element)
  }

  /// Takes an errand that is due when a share of the session is over.
  mutating func next(at progress: Double) -> Errand? {
    guard let last = pending.last, last.progress <= progress else { return nil }
    return pending.removeLast().errand
  }
}
