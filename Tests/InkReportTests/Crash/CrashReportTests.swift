import FoundationEssentials
import InkModel
import InkReport
import InkTestFixtures
import Testing

@Suite("Crash reports") struct CrashReportTests {
  private static var reports: [CrashReport] {
    var cut = CrashFixture.report
    cut.isCutByTime = true
    cut.sessions = [
      CrashReport.ExploredSession(
        name: "n", operand: "n.inksession", seed: nil, digest: "d", excerpt: "e", events: 0, pages: 1,
        strokes: 0)
    ]
    cut.cases[0].profiles[0].outcomes = Outcome.allCases.map { OutcomeCount(outcome: $0, count: 1) }
    cut.cases[0].profiles += CrashBasis.allCases.map {
      CrashFixture.row("p", .consistent, basis: $0, kind: .os, [])
    }
    return [CrashFixture.report, cut, CrashReport(command: "inkbench crash", seed: 0, budget: 1)]
  }

  @Test(
    "Every kind of verdicts meets the schema, and none that lacks a field or has another",
    .enabled(if: JSONSchemaChecker.isInstalled, "needs Python with jsonschema"))
  func strict() throws {
    let documents = Self.reports.map { String(decoding: $0.json(), as: UTF8.self) }
    #expect(
      try JSONSchemaChecker.faults(of: documents, schema: CrashReport.jsonSchema, provingStrictness: true)
        == "")
  }

  @Test("The schema knows every word that verdicts can hold")
  func words() {
    let words =
      Outcome.allCases.map(\.rawValue) + CrashBasis.allCases.map(\.rawValue)
      + CrashKind.allCases.map(\.rawValue)
      + StoreShape.roles.map(\.rawValue) + StoreShape.Condition.allCases.map(\.rawValue)
      + Promise.allCases.map(\.rawValue) + Durability.allCases.map(\.rawValue)
    for word in words { #expect(CrashReport.jsonSchema.contains("\"\(word)\""), "\(word)") }
  }

  /// What reading says of a report of which one text is another.
  private func refusal(_ old: String, _ new: String) throws -> String {
    let json = String(decoding: CrashFixture.report.json(), as: UTF8.self)
    #expect(json.contains(old))
    let place = try TemporaryDirectory()
    let path = try place.write(Array(json.replacing(old, with: new).utf8), to: "verdicts.json")
    do {
      _ = try CrashReport.read(path)
      return ""
    } catch { return "\(error)".replacing(place.path + "/", with: "") }
  }

  @Test("Verdicts that are written read back equal; other versions and unknown keys are refused")
  func reading() throws {
    #expect(try refusal("\"seed\"", "\"seed\"") == "")
    let place = try TemporaryDirectory()
    let report = CrashFixture.report
    try CrashWriter.write(report, CrashFixture.times, to: place.path, named: "out")
    #expect(try CrashReport.read(place.path + "/verdicts.json") == report)
    let version = try refusal("inkbench-crash/2", "inkbench-crash/3")
    #expect(version.contains("inkbench-crash/3") && version.contains("inkbench-crash/2"), "\(version)")
    #expect(try refusal("\"budget\"", "\"speed\" : 1, \"budget\"").contains("unknown key"))
    #expect(try refusal("\"budget\"", "\"bugdet\"").contains("budget"))
  }

  @Test("Numbers that no exploration makes are refused, wherever they stand, before anybody adds them up")
  func numbers() throws {
    var sound = CrashFixture.report
    sound.cases[0].faults = [FaultRow(fault: "no-space", span: .once, promise: .durable)]
    sound.cases[0].profiles[1].shapes = [CrashFixture.shape]
    let place = try TemporaryDirectory()
    func refusal(_ report: CrashReport) throws -> String {
      let path = try place.write(report.json(), to: "verdicts.json")
      do {
        _ = try CrashReport.read(path)
        return ""
      } catch { return "\(error)" }
    }
    #expect(try refusal(sound) == "")
    let counts: [WritableKeyPath<CrashReport, Int>] = [
      \.budget, \.sessions[0].pages, \.cases[0].saves, \.cases[0].checkedStates,
      \.cases[0].profiles[1].broken, \.cases[0].profiles[1].secondCrashBroken,
      \.cases[0].profiles[1].bound.epochs, \.cases[0].profiles[1].outcomes[0].count,
      \.cases[0].profiles[1].shapes[0].count, \.cases[0].findings[0].states, \.cases[0].faults[0].lives,
      \.cases[0].faults[0].broken,
    ]
    for count in counts {
      for number in [1 << 62, 1 << 49, -1] {
        var report = sound
        report[keyPath: count] = number
        #expect(try refusal(report).contains("is \(number)"), "\(count)")
      }
    }
    var many = sound
    many.cases[0].saves = 1 << 47
    #expect(try refusal(many) == "")
    many.cases[1].saves = 1 << 47
    #expect(try refusal(many).contains("come to at most"), "no sum of counts may be too large either")
    let parts: [(WritableKeyPath<CrashReport, Int>, String)] = [
      (\.cases[0].recoveredStates, "checkedStates"), (\.cases[0].profiles[1].distinct, "generated"),
      (\.cases[0].profiles[1].broken, "outcomes"),
      (\.cases[0].profiles[1].secondCrashBroken, "secondCrashStates"),
      (\.cases[0].profiles[1].bound.exhaustiveEpochs, "epochs"),
      (\.cases[0].profiles[1].bound.boundedEpochs, "epochs"),
      (\.cases[0].profiles[1].bound.windowedEpochs, "epochs"), (\.cases[0].faults[0].lives, "outcomes"),
      (\.cases[0].faults[0].broken, "lives"), (\.cases[0].faults[0].refused, "lives"),
    ]
    for (part, whole) in parts {
      var report = sound
      report[keyPath: part] = 2_000
      #expect(try refusal(report).contains("is 2000, which is more than '\(whole)'"), "\(part)")
    }
    for seed in ["-1", "+1", "x", "18446744073709551616", ""] {
      var report = sound
      report.seed = seed
      #expect(try refusal(report).contains("the seed '\(seed)' is no number"))
    }
    var late = sound
    late.cases[0].profiles[0].millisecondsLostMax = .max
    #expect(try refusal(late).contains("'millisecondsLostMax' is"))
  }

  @Test("Times that can't be added up count as none")
  func impossibleTimes() throws {
    let place = try TemporaryDirectory()
    func isRead(_ change: (inout CrashTimes) -> Void) throws -> Bool {
      var times = CrashFixture.times
      change(&times)
      return CrashTimes.read(try place.write(times.json(), to: "timing.json")) != nil
    }
    #expect(try isRead { _ in })
    #expect(try !isRead { $0.workers = .max })
    #expect(try !isRead { $0.workers = -1 })
    #expect(try !isRead { $0.elapsedSeconds = 1e308 })
  }

  @Test("Where nothing was explored, the answer says why")
  func nothing() {
    var report = CrashFixture.report
    report.cases = [report.cases[3]]
    let answer = CrashText(report: report, times: CrashFixture.times, in: "out").plainAnswer
    #expect(answer.hasPrefix("Nothing was explored.\n- tiny mapped"), "\(answer)")
    #expect(answer.contains("was not explored: a | mapping"), "\(answer)")
  }

  @Test("A report whose commands say where it once lay is read as if they did not")
  func places() throws {
    let directory = try TemporaryDirectory()
    let report = CrashFixture.report
    let finding = try #require(report.cases.flatMap(\.findings).first)
    #expect(finding.command == "inkbench crash replay \(finding.id) --keep found")
    for word in ["Reports/million", "'a b'", #"'it'\''s here'"#] {
      let place = word.replacing("\\", with: "\\\\")
      let old = String(decoding: report.json(), as: UTF8.self)
        .replacing("\(finding.id) --keep", with: "\(finding.id) --report \(place) --keep")
      #expect(old.contains("--report"))
      let path = try directory.write(Array(old.utf8), to: "verdicts.json")
      #expect(try CrashReport.read(path) == report, "\(word)")
    }
  }

  @Test("A store that only a second crash breaks is broken all the same")
  func secondCrash() {
    #expect(CrashFixture.report.brokenCases.map(\.backend) == ["careless", "forgetful"])
    let answer = CrashText(report: CrashFixture.report, times: CrashFixture.times, in: "out").plainAnswer
    #expect(answer.contains("- forgetful/packed claims process-crash and breaks it under process-crash."))
    #expect(answer.hasPrefix("2 stores of 3 broke a promise, among 600 distinct states"))
  }

  @Test("The report for people is as its golden file has it")
  func golden() throws {
    let text = CrashText(report: CrashFixture.report, times: CrashFixture.times, in: "out").text()
    try expectGolden(text, "crash.md", embedded: PackageResources.crash_md)
  }

  @Test("Of parts, shapes add up, the worst outcome stays, and the example with the fewest culprits")
  func shapeSum() {
    var other = CrashFixture.shape
    other.count = 2
    other.worst = .unopenable
    other.culprits = 0
    other.id = "other"
    var third = CrashFixture.shape
    third.shape = StoreShape([StoreShape.Feature(.asset, .absent)])
    let sum = ShapeRow.sum(of: [[CrashFixture.shape, third], [other]])
    #expect(sum.map(\.count).sorted() == [7, 9])
    let joined = sum.first { $0.shape == other.shape }
    #expect(joined?.id == "other" && joined?.worst == .unopenable && joined?.culprits == 0)
    #expect(ShapeRow.sum(of: [[other, third], [CrashFixture.shape]]) == sum)
  }

  @Test("A report that was cut short says so on top")
  func cut() {
    var report = CrashFixture.report
    report.isCutByTime = true
    let text = CrashText(report: report, times: CrashFixture.times, in: "out").text()
    #expect(text.split(separator: "\n")[1].hasPrefix("> **Cut short:**"))
  }
}
