internal import InkModel

extension Report {
  /// What can't be in a report, as a sentence without a full stop; nil if nothing is.
  ///
  /// Decoding looks at types; this at what no run can have found: less than nothing, one name for two things,
  /// and devices that can't be priced for.
  package var fault: String? {
    countFault ?? Self.repeated(cases.map { "the case \($0.name.text)" })
      ?? Self.repeated(sessions.map { "the session \($0.name)" })
      ?? cases.lazy.compactMap(\.fault).first ?? modelled.fault
  }

  private var countFault: String? {
    negative([
      ("options.rounds", Double(options.rounds)),
      ("options.crashTrialsPerCase", Double(options.crashTrialsPerCase)),
      ("options.crashStatesPerCase", Double(options.crashStatesPerCase)),
    ])
      ?? negative((resumptions ?? []).map { ("keptSteps of a resumption", Double($0.keptSteps)) })
      ?? sessions.lazy.compactMap(\.fault).first ?? machine.fault
  }

  /// The first name that stands twice in a list.
  fileprivate static func repeated(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }.map { "it has \($0) twice" }
  }
}

extension SessionSummary {
  fileprivate var fault: String? {
    let saves = recordedSaves.flatMap { row -> [Count] in
      [
        ("saves", Double(row.saves)), ("errors", Double(row.errors)), ("bytesPerSave", row.bytesPerSave),
        ("strokesPerSave", row.strokesPerSave),
      ]
    }
    return negative(
      [
        ("eventCount", Double(eventCount)), ("strokeCount", Double(strokeCount)),
        ("pointCount", Double(pointCount)), ("basePageCount", Double(basePageCount)),
        ("droppedEventCount", Double(droppedEventCount)),
      ] + saves, of: "the session \(name)")
  }
}

extension MachineRow {
  fileprivate var fault: String? {
    negative(
      floors.flatMap { floor -> [Count] in
        [
          ("bytes of machine floor \(floor.kind.rawValue)", Double(floor.bytes)),
          ("count of machine floor \(floor.kind.rawValue)", Double(floor.count)),
        ]
      }
        + noise.flatMap { row -> [Count] in
          [
            ("nanosecondsPerStep", row.nanosecondsPerStep), ("stretchTail", row.stretchTail),
            ("waitRatio", row.waitRatio), ("otherRunnable", row.otherRunnable.map { Double($0) }),
            ("loadAverage", row.loadAverage), ("stolenShare", row.stolenShare),
          ]
        })
  }
}

extension CaseRow {
  fileprivate var fault: String? {
    let place = name.text
    let counts: [Count] = [
      ("timedRounds", Double(timedRounds)), ("allocationRounds", Double(allocationRounds)),
    ]
    return negative(
      counts + failures.map { ("round of a failure", Double($0.round)) }
        + samples.map { ("round of samples", Double($0.round)) }
        + floors.map { ("bytes of floor \($0.kind.rawValue)", Double($0.bytes)) }, of: place)
      ?? verification?.fault(of: place) ?? crash?.fault(of: place)
      ?? crashStates?.fault(of: place)
      ?? Report.repeated(metrics.map { "\($0.name) of \(place)" })
      ?? metrics.lazy.compactMap { $0.fault(of: place) }.first
  }
}

extension MetricRow {
  fileprivate func fault(of place: String) -> String? {
    if isDemoted, kind == .exact { return "\(name) of \(place) is both exact and demoted" }
    return negative(([value, low, high] + rounds).map { (name, $0) }, of: place)
  }
}

extension Verification {
  fileprivate func fault(of place: String) -> String? {
    negative(
      [
        ("verdicts", Double(verdicts)), ("pagesCompared", Double(pagesCompared)),
        ("elementsCompared", Double(elementsCompared)), ("orphanAssets", Double(orphanAssets)),
      ], of: place)
  }
}

extension CrashRow {
  fileprivate func fault(of place: String) -> String? {
    let counts = (outcomes + strata.flatMap(\.outcomes)).map {
      ("crash trials that end in \($0.outcome.rawValue)", Double($0.count))
    }
    return negative(
      counts + strata.map { ("crash trials in \($0.stratum)", Double($0.trials)) } + [
        ("crash trials", Double(trials)), ("orphanAssetsMax", Double(orphanAssetsMax)),
        ("recoveryMedianNanoseconds", recoveryMedianNanoseconds),
      ], of: place)
  }
}

extension CrashStatesRow {
  fileprivate func fault(of place: String) -> String? {
    let counts = profiles.flatMap { row -> [Count] in
      let counts: [Count] =
        [
          ("generated", Double(row.generated)), ("distinct", Double(row.distinct)),
          ("broken", Double(row.broken)), ("strokesLostMax", Double(row.strokesLostMax)),
          ("orphanFilesMax", Double(row.orphanFilesMax)),
        ] + row.outcomes.map { ("states that end in \($0.outcome.rawValue)", Double($0.count)) }
      return counts.map { ("\($0.name) under \(row.profile)", $0.value) }
    }
    return negative(
      [("checkedStates", Double(checkedStates))] + counts
        + findings.map { ("states of a finding under \($0.profile)", Double($0.states)) }, of: place)
      ?? Report.repeated(profiles.map { "the crash profile \($0.profile) of \(place)" })
  }
}

extension Modelled {
  fileprivate var fault: String? {
    for device in devices {
      if let fault = device.fault { return "the device \(device.name) can't be: \(fault)" }
    }
    return negative([("modelled.kernelBytesPerSecond", kernelBytesPerSecond)])
      ?? Report.repeated(devices.map { "the device \($0.name)" })
      ?? Report.repeated(rows.map { "the case \($0.name.text) on \($0.device)" })
      ?? rows.lazy.compactMap { row in
        negative(
          row.metrics.flatMap { metric -> [Count] in
            [metric.value, metric.low, metric.high].map { (metric.name, $0) }
          },
          of: "\(row.name.text) on \(row.device)")
      }.first
  }
}

private typealias Count = (name: String, value: Double?)

/// Names the first number that is below zero; counts, bytes and times never are.
private func negative(_ numbers: [Count], of place: String? = nil) -> String? {
  numbers.first { $0.value ?? 0 < 0 }.map { "\($0.name)\(place.map { " of \($0)" } ?? "") is negative" }
}
