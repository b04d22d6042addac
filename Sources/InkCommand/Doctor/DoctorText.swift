internal import InkReport
internal import InkRun

/// What the doctor found, for a terminal of eighty columns: verdicts first, then facts.
struct DoctorText {
  private let report: DoctorReport

  init(_ report: DoctorReport) { self.report = report }

  var text: String {
    let parts = [verdict, diagnoses, floors, facts]
    return parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private var verdict: [String] {
    let bad = topics(.bad)
    let mind = topics(.mind)
    let sentence =
      if !bad.isEmpty {
        "Numbers taken here mislead: \(bad)." + (mind.isEmpty ? "" : " Mind also: \(mind).")
      } else if !mind.isEmpty {
        "Numbers taken here can be used by who minds: \(mind)."
      } else {
        "Numbers taken here can be used."
      }
    return TextLayout.wrap(
      sentence + " Bytes, calls and syncs are exact on any machine where the tap is good.")
  }

  private func topics(_ verdict: Diagnosis.Verdict) -> String {
    report.diagnoses.filter { $0.verdict == verdict }.map(\.topic).joined(separator: ", ")
  }

  private var diagnoses: [String] {
    report.diagnoses.flatMap { diagnosis in
      let advice = diagnosis.advice.map { TextLayout.wrap("→ " + $0 + ".", indent: 6, hanging: 8) } ?? []
      return TextLayout.wrap(
        "\(diagnosis.verdict.mark) \(diagnosis.topic): \(diagnosis.finding).", hanging: 6) + advice
    }
  }

  private var floors: [String] {
    let rows = report.machine.floors.map { row in
      [
        row.kind.words, Humanised.bytes(Double(row.bytes)), time(row.p50Nanoseconds),
        time(row.p90Nanoseconds),
        time(row.maxNanoseconds), "\(row.count)",
      ]
    }
    return ["Bare costs on this disk"] + TextLayout.table([["", "of", "p50", "p90", "max", "n"]] + rows)
  }

  private func time(_ nanoseconds: UInt64?) -> String {
    nanoseconds.map { Humanised.time(nanoseconds: Double($0)) } ?? "–"
  }

  /// The facts, with those that decide the fingerprint marked.
  private var facts: [String] {
    let rows = report.facts.map { (term: $0.name + ($0.isDecisive ? " *" : ""), meaning: $0.value) }
    let name = report.machine.fingerprint ?? "none"
    return ["Facts (* decides the fingerprint, \(name))"]
      + TextLayout.definitions(rows)
  }
}

extension Diagnosis.Verdict {
  /// The verdict as the beginning of a line, all of one width.
  fileprivate var mark: String {
    switch self {
    case .good: "good "
    case .mind: "mind "
    case .bad: "BAD  "
    }
  }
}
