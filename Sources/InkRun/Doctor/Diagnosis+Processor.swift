internal import InkReport
internal import InkTap

/// The processor and the noise on it.
extension Diagnosis {
  static func build(mode: String) -> Diagnosis {
    mode == "debug"
      ? Diagnosis(
        "build", .bad, "this is a debug build, whose times are many times those of a release build",
        advice: "build with -c release")
      : Diagnosis("build", .good, "\(mode) build")
  }

  static func processor(_ facts: ProcessorFacts) -> Diagnosis {
    let name = "\(facts.model), \(facts.cores == 1 ? "1 core" : "\(facts.cores) cores")"
    if facts.cores < 2 {
      return Diagnosis(
        "processor", .mind, "\(name): what measures and what is measured share it",
        advice: "use a machine with two cores or more")
    }
    if let governor = facts.governor, governor != "performance" {
      return Diagnosis(
        "processor", .mind, "\(name); the governor '\(governor)' changes the clock with the load",
        advice: "set it to 'performance' (cpupower frequency-set --governor performance)")
    }
    if facts.hasTurbo == true {
      return Diagnosis(
        "processor", .mind, "\(name); turbo is on, so the clock follows heat and neighbours",
        advice: "turn it off for comparisons over days; rounds in turn bear it")
    }
    let governor = facts.governor.map { "governor '\($0)'" } ?? "governor not exposed"
    let turbo = facts.hasTurbo == nil ? "turbo not exposed" : "turbo off"
    return Diagnosis("processor", .good, "\(name); \(governor), \(turbo)")
  }

  static func virtualisation(_ facts: Virtualisation, ticks: ProcessorTicks?) -> Diagnosis {
    let container = facts.container.map { ", in a container (\($0))" } ?? ""
    guard let host = facts.host else {
      return Diagnosis("virtualisation", .good, "no sign of a virtual machine\(container)")
    }
    let stolen = ticks.flatMap { $0.all == 0 ? nil : Double($0.stolen) / Double($0.all) }
    let said =
      stolen.map { "; since it was started, the host took \(Humanised.percent($0)) of the processor away" }
      ?? ""
    return Diagnosis(
      "virtualisation", .mind, "a virtual machine (\(host))\(container)\(said)",
      advice: "other guests share processor and disk: compare runs of one day on one machine, trust ratios "
        + "to the floor more than times")
  }

  static func clock(_ clock: ClockFacts, source: String?) -> Diagnosis {
    let seen =
      "a reading costs \(Humanised.time(nanoseconds: clock.readingNanoseconds)) and steps by "
      + Humanised.time(nanoseconds: clock.stepNanoseconds) + (source.map { ", source '\($0)'" } ?? "")
    if clock.stepNanoseconds > ClockBounds.stepNanoseconds {
      return Diagnosis(
        "clock", .bad, "\(seen): short calls can't be told apart", advice: "use a machine with a finer clock")
    }
    if clock.readingNanoseconds > ClockBounds.readingNanoseconds {
      return Diagnosis(
        "clock", .mind, "\(seen): it is read by a system call, around each call of a store",
        advice: "use the clock source 'tsc' if the machine offers it")
    }
    return Diagnosis("clock", .good, seen)
  }

  static func noise(_ rows: [NoiseRow]) -> Diagnosis {
    let judgement = NoiseJudgement(rows)
    guard judgement.isNoisy else {
      return Diagnosis(
        "noise", .good,
        "equal work within \(Humanised.percent((rows.map(\.stretchTail).max() ?? 1) - 1)) at the 90th percentile, "
          + "nobody else on the core, steady syncs")
    }
    return Diagnosis(
      "noise", .mind, judgement.findings.map(\.reason).joined(separator: "; "),
      advice: "stop what else runs here, then ask again")
  }
}

/// What is tolerated of a clock.
private enum ClockBounds {
  /// A clock that is read without a system call costs a fifth of this; one that is read with it, several
  /// times.
  static let readingNanoseconds = 150.0
  /// A journal's append takes two microseconds.
  static let stepNanoseconds: UInt64 = 1_000
}
