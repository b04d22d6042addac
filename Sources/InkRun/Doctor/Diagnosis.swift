/// What the doctor thinks of one thing: a verdict, what was seen, and what to do about it.
package struct Diagnosis: Codable, Hashable, Sendable {
  package enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
    case good
    /// Numbers can be used by somebody who knows this.
    case mind
    /// Numbers taken here mislead.
    case bad
  }

  package var topic: String
  package var verdict: Verdict
  /// What was seen, without a full stop.
  package var finding: String
  /// What to do; nil where there is nothing to do.
  package var advice: String?

  package init(_ topic: String, _ verdict: Verdict, _ finding: String, advice: String? = nil) {
    self.topic = topic
    self.verdict = verdict
    self.finding = finding
    self.advice = advice
  }

  private enum CodingKeys: CodingKey {
    case topic, verdict, finding, advice
  }

  /// Hand-written so that missing advice is `null` rather than left out.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(topic, forKey: .topic)
    try container.encode(verdict, forKey: .verdict)
    try container.encode(finding, forKey: .finding)
    try container.encode(advice, forKey: .advice)
  }
}

extension [Diagnosis] {
  /// The worst verdict of all.
  package var verdict: Diagnosis.Verdict {
    let all = Diagnosis.Verdict.allCases
    return map(\.verdict).max { (all.firstIndex(of: $0) ?? 0) < (all.firstIndex(of: $1) ?? 0) } ?? .good
  }
}
