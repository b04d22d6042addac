// What makes two runs different work, for those who put results of several together: each function gives the
// first difference as a clause, or nil.

extension RunOptions {
  package func difference(from other: RunOptions) -> String? {
    if rounds != other.rounds { return "the rounds are \(rounds) and \(other.rounds)" }
    if pace != other.pace { return "the paces are \(pace.rawValue) and \(other.pace.rawValue)" }
    if crashTrialsPerCase != other.crashTrialsPerCase {
      return "the crash trials per case are \(crashTrialsPerCase) and \(other.crashTrialsPerCase)"
    }
    if crashStatesPerCase != other.crashStatesPerCase {
      return "the crash states per case are \(crashStatesPerCase) and \(other.crashStatesPerCase)"
    }
    return self == other ? nil : "the options differ"
  }
}

extension SessionSummary {
  package static func difference(_ these: [SessionSummary], _ others: [SessionSummary]) -> String? {
    let (names, otherNames) = (these.map(\.name), others.map(\.name))
    if names != otherNames {
      return "the sessions are \(names.joined(separator: ", ")) and \(otherNames.joined(separator: ", "))"
    }
    for (one, other) in zip(these, others) {
      if one.seed != other.seed { return "the seeds of \(one.name) are \(one.seed) and \(other.seed)" }
      if one.digest != other.digest || one.policy != other.policy {
        return "the session \(one.name) is other work: digest \(one.digest) with \(one.policy), and "
          + "\(other.digest) with \(other.policy)"
      }
    }
    return nil
  }
}

extension CaseName {
  /// `sides` are what has the first and what has the second, as a sentence calls them.
  package static func difference(
    _ these: [CaseName], _ others: [CaseName], sides: (String, String)
  ) -> String? {
    if let lost = these.first(where: { !others.contains($0) }) { return "only \(sides.0) has \(lost.text)" }
    if let added = others.first(where: { !these.contains($0) }) { return "only \(sides.1) has \(added.text)" }
    return these == others ? nil : "the cases are in another order"
  }
}
