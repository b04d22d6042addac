import InkModel
import InkTestFixtures
import Testing

@testable import InkReport

@Suite("Moments: the report") struct MomentsReportTests {
  private static func totals(_ role: FileRole, opened: UInt64 = 0, read: UInt64 = 0) -> RoleTotals {
    var totals = RoleTotals(role: role)
    totals.openCalls = opened
    totals.readBytes = read
    return totals
  }

  private static func row(_ moment: Moment, _ times: [UInt64], device: UInt64? = nil) -> MomentRow {
    MomentRow(
      moment,
      times.map {
        MomentSample(
          nanoseconds: $0, roles: [totals(.page, opened: 1, read: 5_000)], deviceReadBytes: device)
      })
  }

  /// A fast and a slow store, one that fails, and one that keeps nothing.
  static var report: MomentsReport {
    let work = MomentsReport.Work(
      workload: "tiny", seed: .max, pages: 20, strokes: 800, points: 12_345, openedPagePoints: 600,
      imageBytes: 250_000, librarySizes: [10, 1_000], repetitions: 3)
    var report = MomentsReport(
      command: "inkbench moments tiny", work: work,
      environment: [EnvironmentFact(name: "cores", value: "2")], warnings: [])
    report.isInterrupted = false
    report.elapsedSeconds = 2.5
    func store(_ backend: String, _ codec: String?, retains: Bool = true) -> MomentsReport.Store {
      MomentsReport.Store(
        name: CaseName(workload: "tiny", backend: backend, codec: codec, durability: .powerDurable),
        level: retains ? 0 : nil, retainsContent: retains)
    }
    var null = store("null", nil, retains: false)
    null.moments = [row(Moment(.openPage), [1, 1, 1])]
    var fast = store("snapshot", "packed")
    fast.moments = [
      row(Moment(.openPage), [100_000, 120_000, 110_000]),
      row(Moment(.openPage, isCold: true), [900_000, 950_000, 990_000], device: 8_192),
      row(Moment(.listLibrary, size: 10), [10_000, 11_000, 12_000]),
      row(Moment(.listLibrary, size: 1_000), [1_000_000, 1_100_000, 1_200_000]),
    ]
    var slow = store("sqlite", nil)
    slow.moments = [
      row(Moment(.openPage), [200_000, 230_000, 240_000]),
      MomentRow(Moment(.openPage, isCold: true), .withheld, reason: "tmpfs keeps it | all"),
      row(Moment(.listLibrary, size: 10), [11_000, 12_000, 13_000]),
      row(Moment(.listLibrary, size: 1_000), [1_150_000, 1_250_000, 1_300_000]),
    ]
    var broken = store("journal", "json")
    broken.moments = [MomentRow(Moment(.openPage), .failed, reason: "opening a page: it is gone")]
    report.stores = [null, fast, slow, broken]
    return report
  }

  @Test("Quartiles are samples by nearest rank; counts that differ are medians and say so")
  func samples() {
    let moment = Moment(.openPage)
    let row = Self.row(moment, [50, 10, 40, 20, 30])
    #expect(row.lowerQuartileNanoseconds == 20)
    #expect(row.medianNanoseconds == 30)
    #expect(row.upperQuartileNanoseconds == 40)
    #expect(row.isExact)
    let uneven = [1, 9, 2].map { (opened: UInt64) in
      MomentSample(nanoseconds: 1, roles: [Self.totals(.page, opened: opened)])
    }
    #expect(!MomentRow(moment, uneven).isExact)
    #expect(MomentRow(moment, uneven).roles == [Self.totals(.page, opened: 2)])
    // A role that most repetitions did not touch has a median of nothing.
    let rare = [[], [], [Self.totals(.manifest, opened: 1)]].map { MomentSample(nanoseconds: 1, roles: $0) }
    #expect(MomentRow(moment, rare).roles == [])
    #expect(MomentRow(moment, rare).deviceReadBytes == nil)
  }

  @Test(
    "The answer names the fastest and the slowest, noise, and who failed, and leaves out who keeps nothing")
  func answer() {
    let text = MomentsAnswer(report: Self.report, durability: .powerDurable).text
    #expect(
      text.contains(
        "- **Open a page**: fastest `snapshot/packed`, 110 µs; slowest `sqlite`, 230 µs; cold: `snapshot/packed`, "
          + "950 µs, the only one.\n"))
    #expect(
      text.contains(
        "- **List the library, 1,000 notebooks**: no difference between stores; `snapshot/packed`, 1.10 ms to "
          + "`sqlite`, 1.25 ms.\n"))
    #expect(text.contains("- **`journal/json` failed**: open-page: opening a page: it is gone\n"))
    #expect(!text.contains("null"))
  }

  @Test("The text of a report is this text")
  func golden() throws {
    let plot = PlotFile(name: "list.svg", group: "power-durable", caption: "How long.")
    let text = MomentsText(report: Self.report).text(plots: [plot], plotNote: nil)
    try expectGolden(text, "moments.md", embedded: PackageResources.moments_md)
  }

  @Test("A report that is not over yet says so, and what was written reads back equal")
  func writing() throws {
    let directory = try TemporaryDirectory()
    var report = Self.report
    report.isInterrupted = true
    try MomentsWriter.write(report, to: directory.path + "/deep")
    #expect(MomentsReport.read(directory.path + "/deep/moments.json") == report)
    let json = String(decoding: report.json(), as: UTF8.self)
    let odd = ("\"isInterrupted\" :", "\"isOdd\" : true, \"isInterrupted\" :")
    for (old, new) in [("moments/1", "moments/0"), ("\"isInterrupted\"", "\"isBroken\""), odd] {
      let path = try directory.write(Array(json.replacing(old, with: new).utf8), to: "foreign")
      #expect(json.contains(old) && MomentsReport.read(path) == nil, "\(new)")
    }
    let text = String(decoding: try directory.read("deep/moments.md"), as: UTF8.self)
    #expect(text.contains("> **Interrupted:**"))
    #expect(!text.contains("draft"))
  }

  @Test("A plot has a curve for every store with two sizes, with logarithmic axes")
  func plot() throws {
    let plots = Plot.moments(of: Self.report)
    #expect(plots.map(\.name) == ["list-library-power-durable.svg"])
    let body = try #require(plots.first).body
    #expect(body.contains("set logscale xy"))
    #expect(body.contains("1000 0.0011 0.001 0.0012\n"))
    #expect(body.contains("title 'snapshot/packed'") && body.contains("title 'sqlite'"))
    #expect(!body.contains("null") && !body.contains("cold"))
  }

  @Test(
    "A written report meets the schema; one with another field, status or version does not",
    .enabled(if: JSONSchemaChecker.isInstalled))
  func schema() throws {
    let directory = try TemporaryDirectory()
    let good = String(decoding: Self.report.json(), as: UTF8.self).replacing("\n", with: " ")
    let changes = [
      ("moments/1", "moments/2"), ("\"withheld\"", "\"hidden\""), ("\"openCalls\" : 1", "\"openCalls\" : -1"),
      ("\"isCold\"", "\"isCool\""), ("\"medianNanoseconds\" : 110000,", ""),
      ("\"seed\" : \"18446744073709551615\"", "\"seed\" : 18446744073709551615"),
      ("\"reason\" : \"tmpfs keeps it | all\",", ""),
    ]
    for (old, _) in changes { #expect(good.contains(old), "\(old)") }
    let documents = [good] + changes.map { good.replacing($0, with: $1) }
    let path = try directory.write(Array(documents.map { $0 + "\n" }.joined().utf8), to: "reports")
    let schema = try directory.write(Array(MomentsReport.jsonSchema.utf8), to: "schema.json")
    let checked = try #require(JSONSchemaChecker.run(["-c", JSONSchemaChecker.script, schema, path]))
    #expect(checked.output == (2...documents.count).map { "reports \($0)\n" }.joined())
  }
}
