internal import InkModel

/// What a clock says of an exploration: the content of `timing.json`, apart from the verdicts.
package struct CrashTimes: Codable, Hashable, Sendable {
  package static let schemaName = "inkbench-crash-timing/1"
  package static let jsonName = "timing.json"

  /// How long one case's store took to recover, over its distinct states.
  package struct Recovery: Codable, Hashable, Sendable {
    /// Session, store and class.
    package var store: String
    package var states: Int
    /// From opening the store to its last page being read.
    package var medianNanoseconds: UInt64
    package var maxNanoseconds: UInt64

    package init(store: String, states: Int, medianNanoseconds: UInt64, maxNanoseconds: UInt64) {
      self.store = store
      self.states = states
      self.medianNanoseconds = medianNanoseconds
      self.maxNanoseconds = maxNanoseconds
    }
  }

  package var schema = schemaName
  package var elapsedSeconds = 0.0
  package var workers: Int
  package var environment: [EnvironmentFact]
  package var recoveries: [Recovery] = []

  package init(workers: Int, environment: [EnvironmentFact]) {
    self.workers = workers
    self.environment = environment
  }

  /// Reads the times beside a report; nil if there are none that this version wrote.
  package static func read(_ path: String) -> CrashTimes? {
    guard let json = try? Platform.read(path, mustBeRegular: true),
      let times: CrashTimes = try? StrictJSON.decode(from: json, schema: schemaName)
    else { return nil }
    return times.arePossible ? times : nil
  }

  /// Whether they can be added up with those of other reports.
  private var arePossible: Bool {
    let counts = 0...CrashReport.countsMax
    return counts.contains(workers) && (0...Double(CrashReport.countsMax)).contains(elapsedSeconds)
  }

  package func json() -> [UInt8] { crashJSON(self) }
}
