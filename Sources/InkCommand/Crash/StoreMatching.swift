internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun
internal import InkStorage

/// A store against everything that reports have explored.
struct StoreMatching {
  private let check: ShapeCheck
  private let registry: Registry
  /// The shape of the store by the backend and codec that opened it; nil where the backend could not have
  /// made it.
  private var shapes: [String: StoreShape?] = [:]
  /// What each backend that could have made it sees, in the order of the reports.
  private(set) var seen: [(store: String, shape: StoreShape)] = []
  /// Each with the place of the first report that has it.
  private(set) var matches: [(match: ShapeMatch, report: String)] = []
  /// Distinct states, each once for each profile, and lives, of these backends.
  private(set) var states = 0
  private(set) var lives = 0
  private(set) var reports = 0
  /// Whether a budget has left states out.
  private(set) var isCutByBudget = false

  init(_ check: ShapeCheck, _ registry: Registry) {
    self.check = check
    self.registry = registry
  }

  mutating func compare(with kept: KeptCrashReport) throws(RunError) {
    var hasCompared = false
    for row in kept.report.cases {
      guard let shape = try shape(for: row) else { continue }
      hasCompared = true
      states += row.profiles.reduce(0) { $0 + $1.distinct }
      isCutByBudget = isCutByBudget || row.profiles.contains(where: \.bound.isCutByBudget)
      lives += row.faults.reduce(0) { $0 + $1.lives }
      for match in ShapeMatch.all(of: shape, in: row) where !matches.contains(where: { $0.match == match }) {
        matches.append((match, kept.place))
      }
    }
    if hasCompared { reports += 1 }
  }

  /// The shape of the store to the backend of a case; nil if that could not have made it, or is not known
  /// here.
  private mutating func shape(for row: CrashCase) throws(RunError) -> StoreShape? {
    let store = row.name.store
    if let known = shapes[store] { return known }
    let backend = registry.backends.first { $0.traits.name == row.backend }
    let isKnown = row.codec.map { name in registry.codecs.contains { $0.name == name } } ?? true
    var shape: StoreShape?
    if let backend, isKnown {
      shape = try check.shape(for: RunCase(session: 0, name: row.name, backend: backend))
    }
    shapes[store] = .some(shape)
    if let shape { seen.append((store, shape)) }
    return shape
  }
}
