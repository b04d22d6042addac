import InkModel
import InkReport
import InkTestFixtures
import Testing

/// Reports of calibrations: what they say of file systems, and that they meet their schema.
@Suite struct CalibrationReportTests {
  private static func row(_ fileSystem: String, _ sequence: String) -> CalibrationReport.Row {
    var row = CalibrationReport.Row(
      fileSystem: fileSystem, profile: "xfs", sequence: sequence, calls: ["create a", "fsync a"])
    (row.passes, row.logEntries, row.crashes) = (3, 20, 40)
    (row.realStates, row.predictedStates, row.seenPredicted) = (2, 3, 2)
    return row
  }

  private static var clean: CalibrationReport {
    var report = CalibrationReport(
      command: "inkbench crash calibrate", seed: 1,
      environment: [EnvironmentFact(name: "kernel", value: "Linux")])
    report.rows = [row("xfs", "append"), row("xfs", "names")]
    return report
  }

  private static var broken: CalibrationReport {
    var report = clean
    var finding = CalibrationReport.Finding(
      pass: "plainly", firstLogEntry: 4, lastLogEntry: 7, returnedCalls: 2, lastCall: "fsync a",
      found: "a = empty", difference: "'a' has 0 bytes; the nearest of 1 that are allowed is a = 3×N")
    finding.keptImage = "xfs-names-1.img"
    report.rows[1].findings = [finding]
    (report.rows[1].crashesOutside, report.rows[1].statesOutside) = (2, 1)
    report.rows[0].isPredictionComplete = false
    report.isInterrupted = true
    report.failures = [CalibrationReport.Failure(fileSystem: "btrfs", reason: "no mkfs.btrfs")]
    return report
  }

  @Test("A report that is written reads back equal, and another version is refused")
  func coding() throws {
    let directory = try TemporaryDirectory()
    for report in [Self.clean, Self.broken] {
      try report.write(to: directory.path)
      let path = directory.path + "/" + CalibrationReport.jsonName
      #expect(try CalibrationReport.read(path) == report)
    }
    var other = Self.clean
    other.schema = "inkbench-calibration/2"
    try other.write(to: directory.path)
    #expect(throws: ReportError.self) {
      try CalibrationReport.read(directory.path + "/" + CalibrationReport.jsonName)
    }
  }

  @Test(
    "Every kind of calibration meets the schema, and none that lacks a field or has another",
    .enabled(if: JSONSchemaChecker.isInstalled, "needs Python with jsonschema"))
  func schema() throws {
    let documents = [Self.clean, Self.broken].map { String(decoding: $0.json(), as: UTF8.self) }
    let faults = try JSONSchemaChecker.faults(
      of: documents, schema: CalibrationReport.jsonSchema, provingStrictness: true)
    #expect(faults == "")
  }

  // Red if a row outside were left out of the answer, or if an answer were given for what was not tried.
  @Test("The answer is that all was predicted, or which sequences were not")
  func answer() {
    let clean = CalibrationText(report: Self.clean).plainAnswer
    #expect(
      clean
        == "Every store that was found is one that its profile predicts: 80 crashed disks of 1 file system were "
        + "mounted.\n")
    let broken = CalibrationText(report: Self.broken).plainAnswer
    #expect(broken.contains("1 sequence left what the profile does not allow"))
    #expect(broken.contains("- names on xfs: 1 store outside of xfs."))
    #expect(broken.contains("- btrfs was not tried to its end: no mkfs.btrfs"))
    #expect(broken.contains("Interrupted"))
    var empty = Self.clean
    empty.rows = []
    #expect(CalibrationText(report: empty).plainAnswer == "Nothing was calibrated.\n")
  }

  @Test("The report has a table of each file system and sequence, and tells where a finding lies")
  func text() {
    let text = CalibrationText(report: Self.broken).text
    #expect(
      text.contains("| xfs         | names    |      3 |       20 |      40 |    2 |  2 of 3 |       2 |"))
    #expect(text.contains("2 of 3+"), "a prediction that is not complete is marked")
    #expect(
      text.contains(
        "- `names` on `xfs`, plainly, 2 calls returned (the last: fsync a), 4 to 7 requests done. Found: a = empty."
      ))
    #expect(text.contains("Kept as xfs-names-1.img."))
  }
}
