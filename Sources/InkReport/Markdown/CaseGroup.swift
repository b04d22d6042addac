internal import InkModel

/// The cases that may share a table: the same work under the same promise on the same machine.
struct CaseGroup {
  var workload: String
  var durability: Durability
  /// Nil where a report knows one machine only.
  var machine: String?
  var cases: [CaseRow]

  /// The cases that have numbers.
  var measured: [CaseRow] { cases.filter { !$0.metrics.isEmpty } }

  /// What tells the group apart, such as `power-durable, meeting`.
  var title: String { "\(durability.rawValue), \(workload)\(machinePart)" }
  /// The machine, where it must be named.
  var machinePart: String { machine.map { ", \($0)" } ?? "" }
  /// A part of file names, different for different groups: unusual letters become their numbers.
  var slug: String {
    "\(durability.rawValue)-\(workload)\(machine.map { "-\($0)" } ?? "")".unicodeScalars.map { scalar in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || scalar == "-" ? String(scalar) : "_" + String(scalar.value, radix: 16)
    }.joined()
  }

  /// All groups of a report, the strongest promise first, workloads in their order.
  static func all(of report: Report) -> [CaseGroup] {
    var workloads: [String] = []
    for row in report.cases where !workloads.contains(row.workload) { workloads.append(row.workload) }
    var machines: [String?] = []
    for row in report.cases where !machines.contains(row.machine) { machines.append(row.machine) }
    return Durability.allCases.sorted(by: >).flatMap { durability in
      workloads.flatMap { workload in
        machines.compactMap { machine in
          let cases = report.cases.filter {
            $0.durability == durability && $0.workload == workload && $0.machine == machine
          }
          guard !cases.isEmpty else { return nil }
          return CaseGroup(workload: workload, durability: durability, machine: machine, cases: cases)
        }
      }
    }
  }
}

extension CaseRow {
  /// The metric that stands for saving: the automatic save, or any save where there was none.
  var headlineSave: String { metric("save.autosave.p50") == nil ? "save.all" : "save.autosave" }

  /// Whether a promise was seen broken, in a check, in a crash trial or in a state that a crash can leave.
  var hasLostData: Bool {
    !(verification?.outcome.isAllowed ?? true) || (crash?.brokenCount ?? 0) > 0
      || (crashStates?.brokenCount ?? 0) > 0
  }

  /// The store's name in plots, with what spoils the curve.
  var curveTitle: String {
    name.store + (status == .measured ? "" : " (\(status.rawValue))") + (hasLostData ? " ✗" : "")
  }

  /// In words, why the case has no place in a ranking; nil if it has one.
  var exclusion: String? {
    switch status {
    case .died, .failed:
      return
        "\(status.rawValue): \(failures.first { !$0.kind.isApart }?.reason ?? "no reason given")"
    case .notMeasured: return "not measured: \(reasons.first?.detail ?? "no reason given")"
    case .measured: break
    }
    if let verification, !verification.outcome.isAllowed {
      return "content check: \(verification.outcome.rawValue)\(verification.detail.map { ", \($0)" } ?? "")"
    }
    if let crash, crash.brokenCount > 0 {
      return "broke its promise in \(crash.brokenCount) of \(crash.trials) crash trials"
    }
    if let crashStates, crashStates.brokenCount > 0 {
      return "broke its promise in \(counted(crashStates.brokenCount, "state")) that a crash can leave"
    }
    return nil
  }
}
