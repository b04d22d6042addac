internal import FoundationEssentials
package import InkModel
internal import InkTrace

/// A short session that fails as the one it was made from.
package struct Shrunk: Sendable {
  package var session: Session
  /// What a check of this session says.
  package var finding: Finding
  /// How many sessions were tried on the way.
  package var tries: Int
}

/// Makes a failing session short.
///
/// Method. Delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input",
/// 2002): a part of the session is left out, what no longer fits goes with it, and if what is left still
/// fails in the same way it takes the session's place. Parts are first halves of the events, then quarters,
/// down to single ones; after the events come pages and elements of the base, parts of edits, samples,
/// opaque bytes and assets, by the same rule. It all begins again until nothing more can go, or the tries are
/// used up. Candidates are written to files and checked in child processes, one after another in the same
/// one, so that a store that dies or hangs can be shrunk as well.
struct Shrinker {
  private let task: CheckTask
  private let candidates: String
  private let launcher: ChildLauncher
  private let secondsPerSession: Int
  private let kind: Finding.Kind
  private var tries = 0
  private var best: Session
  private var finding: Finding

  /// Sessions tried in all: enough for any small session, and a minute at most.
  static let triesMax = 3_000
  /// Each try that hangs takes as long as a session may.
  static let triesMaxHanging = 60

  /// Makes a shrinker of sessions that fail in one way; `candidates` is a directory that is made and removed.
  init(
    task: CheckTask, candidates: String, launcher: ChildLauncher, secondsPerSession: Int, kind: Finding.Kind
  ) {
    self.task = task
    self.candidates = candidates
    self.launcher = launcher
    self.secondsPerSession = secondsPerSession
    self.kind = kind
    best = Session(
      name: "", origin: .simulated(workload: ""), times: .simulated, seed: 0,
      base: .inline(DocumentInfo(id: DocumentID(rawValue: 0), title: "")))
    finding = Finding(kind: kind, moment: "", detail: "")
  }

  /// Shrinks a session; nil if it does not fail again, or if the user interrupts before it has.
  mutating func shrink(_ session: Session) throws(RunError) -> Shrunk? {
    defer { StoreCopy.remove(candidates) }
    guard let whole = session.withInlineBase(), try accept([whole]) != nil else { return nil }
    var size = Int.max
    while best.shrinkableCount < size, isAllowed {
      size = best.shrinkableCount
      for reduction in Reduction.allCases { try apply(reduction) }
    }
    return Shrunk(session: best, finding: finding, tries: tries)
  }

  private var isAllowed: Bool {
    tries < (kind == .hung ? Self.triesMaxHanging : Self.triesMax) && !launcher.interruption.isRequested
  }

  /// Leaves out ever smaller runs of one kind of part.
  private mutating func apply(_ reduction: Reduction) throws(RunError) {
    var length = reduction.count(in: best)
    while length > 0, isAllowed {
      // From the end, because what comes before a run does not depend on it and keeps its place.
      var end = reduction.count(in: best)
      while end > 0, isAllowed { end = try leaveOut(reduction, before: end, length) }
      length = length == 1 ? 0 : (length + 1) / 2
    }
  }

  /// Tries the runs before a place, last first; returns where the one that could be left out began.
  private mutating func leaveOut(
    _ reduction: Reduction, before end: Int, _ length: Int
  ) throws(RunError) -> Int {
    let count = reduction.count(in: best)
    let size = best.shrinkableCount
    var runs: [Int] = []
    var sessions: [Session] = []
    for upper in stride(from: min(end, count), to: 0, by: -length) {
      let run = max(0, upper - length)..<upper
      guard let candidate = reduction.leaveOut(run, of: best) else { continue }
      guard candidate.shrinkableCount < size else { continue }
      runs.append(run.lowerBound)
      sessions.append(candidate)
    }
    guard let hit = try accept(sessions) else { return 0 }
    return runs[hit]
  }

  /// The first session that fails in the same way, which is now the best; nil if none does.
  private mutating func accept(_ sessions: [Session]) throws(RunError) -> Int? {
    guard !sessions.isEmpty else { return nil }
    try StoreCopy.makeDirectory(candidates)
    var paths: [String] = []
    for (index, session) in sessions.enumerated() {
      let path = "\(candidates)/\(index).inksession"
      do throws(TraceError) { try SessionFile.write(session, to: path) } catch { throw .trace(error) }
      paths.append(path)
    }
    var task = task
    task.sessions = .files(paths)
    task.stopsAt = kind
    var hit: (Int, Finding)?
    var count = 0
    try launcher.check(task, secondsPerSession: secondsPerSession) { index, checked in
      count += 1
      if case .found(let finding) = checked, finding.kind == kind, hit == nil { hit = (index, finding) }
    }
    tries += count
    guard let hit else { return nil }
    best = sessions[hit.0]
    finding = hit.1
    return hit.0
  }
}
