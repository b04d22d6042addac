/// What is kept of recorded sessions when the sessions themselves may not be: counts and histograms.
///
/// Nothing in it can be replayed. It has no identifiers, no title, no time of day, no stroke and no order of
/// anything: only how often each magnitude occurred, in bins a third apart. It is exactly what `fit` needs,
/// about two kilobytes, and several are merged by adding.
package struct InkSummary: Hashable, Sendable {
  package internal(set) var counts: [Count: Int] = [:]
  package internal(set) var tallies: [Tally: [String: Int]] = [:]
  package internal(set) var histograms: [Measure: LogHistogram] = [:]

  /// The format that summary files name as their `schema`.
  package static let schema = "inkbench-summary/1"

  /// A summary of nothing.
  package init() {}

  /// Summarises what was measured of a session.
  package init(_ statistics: SessionStatistics) {
    counts = statistics.counts.filter { $1 != 0 && Count.summarised.contains($0) }
    for tally in Tally.summarised { tallies[tally] = statistics.tallies[tally].map(Self.frequent) }
    for measure in Measure.summarised {
      let histogram = LogHistogram(statistics[measure])
      if !histogram.isEmpty { histograms[measure] = histogram }
    }
  }

  package subscript(count: Count) -> Int { counts[count] ?? 0 }
  package subscript(measure: Measure) -> LogHistogram { histograms[measure] ?? LogHistogram() }

  /// The most frequent value of a tally; nil if there is none.
  package func mostFrequent(_ tally: Tally) -> String? {
    tallies[tally]?.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// Adds another summary, as if both had been one.
  package mutating func add(_ other: InkSummary) {
    counts.merge(other.counts, uniquingKeysWith: saturatingSum)
    for (tally, values) in other.tallies {
      tallies[tally] = Self.frequent((tallies[tally] ?? [:]).merging(values, uniquingKeysWith: saturatingSum))
    }
    for (measure, histogram) in other.histograms {
      histograms[measure, default: LogHistogram()].add(histogram)
    }
  }

  /// Only the most frequent values: rare ones could tell people apart and change no fit.
  private static func frequent(_ values: [String: Int]) -> [String: Int] {
    guard values.count > tallyValuesMax else { return values }
    let kept = values.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(tallyValuesMax)
    return Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }

  static let tallyValuesMax = 8
}

/// A sum of counts, which files can make as large as they like.
func saturatingSum(_ left: Int, _ right: Int) -> Int {
  let (sum, overflows) = left.addingReportingOverflow(right)
  return overflows ? Int.max : sum
}
