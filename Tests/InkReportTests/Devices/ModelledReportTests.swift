import Foundation
import InkModel
import InkReport
import InkTestFixtures
import Testing

@Suite struct ModelledReportTests {
  private static let script = DeviceFixture.script(
    (1...40).map { number in
      [
        DeviceFixture.operation(.create, file: number),
        DeviceFixture.operation(.write, file: number, length: 5_000),
        DeviceFixture.operation(.sync, file: number),
        DeviceFixture.operation(.rename, file: number, target: number - 1),
      ]
    })

  /// A report of two cases, one of which has no script.
  private func report(
    _ script: OperationScript = script, devices: [Device] = BuiltInDevices.fixed, isDemoted: Bool = false,
    journalToo: Bool = false
  ) -> Report {
    var snapshot = RecordFixture.measured(RecordFixture.snapshot)
    if isDemoted { snapshot.timed[1].roles[0].writtenBytes += 1 }
    let journal = RecordFixture.measured(RecordFixture.journal)
    var run = RecordFixture.run([snapshot, journal])
    let scripts: [ModelledCase.Script] = [
      .recorded(script), journalToo ? .recorded(script) : .absent("The log of its calls was full."),
    ]
    run.modelled = Modelled(
      kernelBytesPerSecond: 4e8, devices: devices,
      rows: zip([snapshot, journal], scripts).flatMap { record, script in
        ModelledCase(record, session: run.sessions.first, pace: .virtual, script: script)
          .rows(on: devices, kernelBytesPerSecond: 4e8)
      })
    return RecordFixture.report(run)
  }

  @Test("Modelled numbers stand in sections of their own, each under its device, and in no measured table")
  func sections() throws {
    let text = report().markdown()
    let plain = RecordFixture.report(
      RecordFixture.run([
        RecordFixture.measured(RecordFixture.snapshot), RecordFixture.measured(RecordFixture.journal),
      ])
    ).markdown()
    let start = try #require(text.range(of: "## Modelled on devices\n"))
    let end = try #require(text.range(of: "## Crashes\n"))
    // Everything before is as it is without a model.
    #expect(plain.hasPrefix(text[..<start.lowerBound]))
    let section = text[start.lowerBound..<end.lowerBound]
    #expect(section.contains("**Nothing here was measured on these devices.**"))
    for device in ["nvme-tablet", "emmc-tablet"] { #expect(section.components("`\(device)`:") == 2) }
    #expect(!plain.contains("Modelled") && !plain.contains("endurance"))
    #expect(text.contains("- **flash.years**: ") && !plain.contains("- **flash.years**: "))
  }

  @Test("A case without a script reads 'not modelled' with its reason, and never 0")
  func notModelled() throws {
    let report = report()
    let rows = report.modelled.rows.filter { $0.backend == "journal" }
    #expect(rows.count == 2)
    for row in rows {
      #expect(row.status == .notModelled && row.metrics.isEmpty)
      #expect(row.reason == "The log of its calls was full.")
    }
    let text = report.markdown()
    #expect(text.contains("- `journal/packed` is not modelled: The log of its calls was full.\n"))
    let line = text.split(separator: "\n").first {
      $0.hasPrefix("| journal/packed") && $0.contains("**not modelled**")
    }
    #expect(line.map { !$0.contains("0") } == true)
  }

  @Test("The tables show the numbers of the rows, the day in MB as the platform does")
  func numbers() throws {
    let report = report()
    let row = try #require(
      report.modelled.rows.first { $0.device == "emmc-tablet" && $0.backend == "snapshot" })
    let text = report.markdown()
    let p50 = try #require(row.metric("save.file.p50")?.value)
    // Two blocks of 4 KiB at 100 MB/s and one flush of 8 ms, with the calls.
    #expect(p50 > 8_081_920 && p50 < 8_400_000)
    #expect(text.contains(Humanised.time(nanoseconds: p50)))
    let day = try #require(row.metric("flash.platform-writes-per-day")?.value)
    #expect(text.contains(Humanised.digits(day / 1_000_000) + " MB"))
    #expect(row.metric("flash.write-amplification")?.value != nil)
  }

  @Test("Each column of the tables holds the number that stands above it")
  func columns() throws {
    let figure = DeviceFixture.figure
    let device = DeviceFixture.device(
      sync: figure(1e6, 5e5...2e6),
      endurance: .init(
        budgetBytes: figure(150e12, 100e12...300e12), appShare: figure(0.05, nil),
        writeAmplification: figure(3, nil)))
    // Each save is a block longer than the last, so that no two percentiles are the same.
    let script = DeviceFixture.script(
      (1...40).map { blocks in
        [
          DeviceFixture.operation(.write, length: UInt64(blocks) * 4_096), DeviceFixture.operation(.sync),
        ]
      }, computeNanoseconds: 20_000)
    let name = RecordFixture.measured(RecordFixture.journal).name
    let prices = DeviceFixture.price(script, on: device, logicalBytes: 1e6)
    let text = Modelled(
      kernelBytesPerSecond: nil, devices: [device],
      rows: [ModelledRow(name, on: device, metrics: prices.metrics)]
    ).markdown
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    // Each table is its headers, a rule and one row.
    try #require(lines.count == 6)
    #expect(
      lines[0] == [
        "store", "save p50", "low – high", "save p95", "low – high", "p95, slow flushes",
        "calls / copy / transfer / flush", "computing p50 ‡", "save p50 with it ‡",
      ])
    // The 20th save copies 81.92 µs and brings 8.192 ms of blocks onto the storage, the 38th 155.6 µs and
    // 15.57 ms.
    #expect(
      lines[2] == [
        "journal/packed", "9.27 ms", "8.77 ms – 10.3 ms", "16.7 ms", "16.2 ms – 17.7 ms", "18.7 ms",
        "1.00 µs / 84.0 µs / 8.40 ms / 1.00 ms", "40.0 µs", "9.31 ms",
      ])
    #expect(
      lines[3] == [
        "store", "to flash an hour", "÷ written", "÷ changes", "to flash a day", "disk writes a day",
        "of 1,073.74 MB", "cells a day", "years", "low – high",
      ])
    // 820 blocks and 40 commits of 8 KiB in an hour, two such a day; 220 memory pages are made dirty.
    #expect(
      lines[5] == [
        "journal/packed", "3.69 MB", "1.10×", "3.69×", "7.37 MB", "7.21 MB", "0.671 %", "22.1 MB", "929",
        "619 – 1,858",
      ])
  }

  @Test("A report with modelled rows is read back as it was, and twice the same")
  func roundTrip() throws {
    let report = report()
    #expect(try Report(json: report.json(), path: "r.json") == report)
    #expect(self.report().json() == report.json())
  }

  @Test("A case whose rounds differ is modelled, and none of it is called exact")
  func demoted() throws {
    let rows = report(isDemoted: true).modelled.rows
    #expect(rows[0].metrics.allSatisfy { $0.kind == .noisy })
    #expect(report().modelled.rows[0].metrics.contains { $0.kind == .exact })
  }

  @Test(
    "A case is as exact by its rounds as by its report: any count that differs, but of memory, makes it noisy"
  )
  func exactness() {
    func isExact(
      _ pace: Pace = .virtual, _ change: (inout CaseRecord) -> Void = { _ in }
    ) -> [Bool] {
      var record = RecordFixture.measured(RecordFixture.journal)
      change(&record)
      var run = RecordFixture.run([record])
      run.options.pace = pace
      let report = RecordFixture.report(run)
      return [
        ModelledCase(record, session: run.sessions[0], pace: pace, script: .recorded(Self.script)).isExact,
        ModelledCase(report.cases[0], of: report, script: .recorded(Self.script)).isExact,
      ]
    }
    #expect(isExact() == [true, true])
    #expect(isExact(.real) == [false, false])
    // Files that end up longer in one round, and bytes that another save writes, are other calls.
    #expect(isExact { $0.timed[1].storeBytes += 1 } == [false, false])
    #expect(isExact { $0.timed[1].phases[0].writtenBytes[0] += 1 } == [false, false])
    #expect(isExact { $0.timed[1].roles[0].syncCalls += 1 } == [false, false])
    #expect(isExact { $0.allocationRounds[1].phases[0].allocations[0] += 1 } == [true, true])
  }

  @Test("What the instrument can't vouch for is not priced, neither by the run nor from its report")
  func unvouched() throws {
    var record = RecordFixture.measured(RecordFixture.journal)
    record.timed[1].check.kernelBytes = 1_000_001
    let run = RecordFixture.run([record])
    let report = RecordFixture.report(run)
    let script = ModelledCase.Script.recorded(Self.script)
    for modelled in [
      ModelledCase(record, session: run.sessions[0], pace: .virtual, script: script),
      ModelledCase(report.cases[0], of: report, script: script),
    ] {
      let row = try #require(modelled.rows(on: BuiltInDevices.fixed, kernelBytesPerSecond: 4e8).first)
      #expect(row.status == .notModelled && row.metrics.isEmpty)
      #expect(
        row.reason == "The instrument can't vouch for its calls: In round 1 the tap counted 1000000 bytes, "
          + "the kernel 1000001.")
    }
  }

  @Test("What was measured and scaled has a mark of its own in the tables of devices")
  func marks() throws {
    let text = report().markdown()
    let section = try text[#require(text.range(of: "## Modelled on devices\n")).lowerBound...]
    #expect(
      section.contains("| computing p50 § | save p50 with it § |") && section.contains(". § was measured"))
    #expect(!section.contains("‡"))
  }

  @Test("A sync more in each save, or a write elsewhere in the file, is a regression of what is modelled")
  func comparison() {
    func compared(_ change: (inout OperationScript) -> Void) -> Comparison {
      var script = Self.script
      change(&script)
      return Comparison(base: report(journalToo: true), head: report(script, journalToo: true))
    }
    #expect(compared { _ in }.outcome == .pass)
    let synced = compared { script in
      for index in script.steps.indices {
        script.steps[index].operations.append(DeviceFixture.operation(.syncDirectory, file: 99))
      }
    }
    #expect(synced.outcome == .regression)
    #expect(synced.rows.contains { $0.metric == "modelled save.file.p50" && $0.finding == .worse })
    // As many bytes and calls as before: only the blocks tell.
    let moved = compared { script in
      for index in script.steps.indices { script.steps[index].operations[1].offset = 4_000 }
    }
    #expect(moved.rows.contains { $0.metric == "modelled flash.device-bytes" && $0.finding == .worse })
    #expect(moved.outcome == .regression)
  }

  @Test(
    "Other figures of a device are no regression; a case that could not be priced any more is an obstacle")
  func incomparable() {
    var slow = BuiltInDevices.fixed
    slow[0].flushes[0].p50Nanoseconds = DeviceFixture.figure(19e6)
    let other = Comparison(base: report(), head: report(devices: slow))
    #expect(other.outcome == .pass)
    #expect(other.notes.contains { $0.contains("figures of nvme-tablet differ") })
    let fewer = report(devices: [BuiltInDevices.fixed[0]])
    func note(_ side: String) -> String {
      "Saves are priced for emmc-tablet in the \(side) only, and not compared."
    }
    #expect(Comparison(base: report(), head: fewer).notes == [note("base")])
    #expect(Comparison(base: fewer, head: report()).notes == [note("head")])
    let lost = Comparison(base: report(journalToo: true), head: report())
    #expect(lost.obstacles.contains { $0.contains("on emmc-tablet is not modelled in the head: The log") })
  }

  @Test(
    "An independent validator accepts device files and modelled reports",
    .enabled(if: JSONSchemaChecker.isInstalled))
  func schemas() throws {
    let directory = try TemporaryDirectory()
    func line(_ json: [UInt8]) throws -> Data {
      try JSONSerialization.data(withJSONObject: JSONSerialization.jsonObject(with: Data(json)))
        + Data("\n".utf8)
    }
    func refused(_ name: String, _ schema: String, _ documents: [[UInt8]]) throws -> String {
      let paths = [directory.path + "/\(name).schema.json", directory.path + "/\(name).jsonl"]
      try Data(schema.utf8).write(to: URL(filePath: paths[0]))
      try documents.map(line).reduce(Data(), +).write(to: URL(filePath: paths[1]))
      let result = try #require(JSONSchemaChecker.run(["-c", JSONSchemaChecker.script] + paths))
      #expect(result.status == 0, "\(result.output)")
      return result.output
    }
    var odd = BuiltInDevices.fixed[0]
    odd.calls.removeAll { $0.kind == .other }
    #expect(
      try refused("device", Device.jsonSchema, BuiltInDevices.fixed.map { $0.json() } + [odd.json()])
        == "device.jsonl 3\n")
    #expect(try refused("report", Report.jsonSchema, [report().json(), report(devices: []).json()]) == "")
  }
}

extension StringProtocol {
  /// How often a text stands in this one.
  fileprivate func components(_ text: String) -> Int { components(separatedBy: text).count - 1 }
}
