import Foundation
import InkCrash
import InkModel
import InkReplay
import InkReport
import InkRun
import InkTestFixtures
import InkTrace
import Testing

extension CrashEndToEnd {
  @Suite("Findings leave the lab: bundles and shapes") struct CrashBundleTests {
    /// A store that writes pages over themselves, explored.
    private func explored() throws -> (bench: Bench, report: CrashReport) {
      let bench = try Bench(strokes: 6)
      let run = try bench.run(
        [
          "crash", "tiny.json", "--backend", "in-place", "--durability", "process-crash", "--profile",
          "process-crash,posix-strict", "--budget", "1000", "--output", "out",
        ], program: "BrokenBench")
      #expect(run.status == 2, "\(run.errors)")
      let report = try CrashReport.read(bench.path("out/verdicts.json"))
      #expect(report.cases.map(\.endedProcesses) == [4])
      return (bench, report)
    }

    @Test("A bundle holds the state and what each page should hold, and makes the state again by itself")
    func bundle() throws {
      let (bench, report) = try explored()
      let finding = try #require(report.cases[0].findings.first)
      let exported = try bench.run(
        ["crash", "export", finding.id, "--report", "out", "--output", "found"], program: "BrokenBench")
      #expect(exported.status == 0, "\(exported.errors)")

      let bundle = try CrashBundle.read(bench.path("found"))
      #expect(bundle.id == finding.id && bundle.outcome == finding.outcome && bundle.seen == finding.seen)
      #expect(bundle.command == report.command && bundle.backend == "in-place")
      #expect("\(try StoreImage(directory: bench.path("found/state")).digest)" == bundle.digest)
      let session = try SessionFile.load(bench.path("found/session.inksession"))
      let history = DocumentHistory(session: session, plan: ReplayPlan(session))
      #expect(bundle.document == hexadecimal(session.base.document.id.rawValue))
      #expect(bundle.begunPages == history.pages(by: bundle.begunStep).map { hexadecimal($0.id.rawValue) })
      #expect(!bundle.pages.isEmpty)
      for expected in bundle.pages {
        let id = PageID(rawValue: try #require(UInt64(expected.id, radix: 16)))
        for (version, step) in [
          (expected.acknowledged, bundle.acknowledgedStep), (expected.begun, bundle.begunStep),
        ] {
          guard let version else { continue }
          var page = Page(id: id)
          try history.fill(&page, id: id, editCount: history.editCount(of: id, by: step))
          #expect(version.elements == page.elements.count)
        }
      }
      #expect(Set(bundle.pages.compactMap(\.acknowledged?.digest)).count > 1, "pages differ")
      let readme = String(decoding: try bench.directory.read("found/README.md"), as: UTF8.self)
      #expect(readme.contains("read document `\(bundle.document)`"))
      #expect(bundle.pages.allSatisfy { readme.contains("| `\($0.id)` |") })

      let before = try StoreImage(directory: bench.path("found"))
      let replayed = try bench.run(
        ["crash", "replay", "--bundle", "found", "--keep", "again"], program: "BrokenBench")
      #expect(replayed.status == 2, "\(replayed.errors)")
      #expect(replayed.output.contains(": \(finding.outcome.rawValue), where "))
      #expect("\(try StoreImage(directory: bench.path("again")).digest)" == bundle.digest)
      #expect(try StoreImage(directory: bench.path("found")) == before, "a bundle is only read")

      let again = try bench.run(
        ["crash", "export", finding.id, "--report", "out", "--output", "found"], program: "BrokenBench")
      #expect(again.errors.contains("'found' is not empty"))
      let both = try bench.run(["crash", "replay", finding.id, "--bundle", "found"], program: "BrokenBench")
      #expect(both.errors.contains("name a state by its id, or a bundle by '--bundle'"))
    }

    @Test("A bundle whose state is not that of its log is refused")
    func otherState() throws {
      let (bench, report) = try explored()
      let finding = try #require(report.cases[0].findings.first)
      _ = try bench.run(
        ["crash", "export", finding.id, "--report", "out", "--output", "found"], program: "BrokenBench")
      // A file of the store before, which the log does not write.
      let base = try StoreImage(directory: bench.path("found/base"))
      #expect(!base.files.isEmpty)
      _ = try bench.directory.write([1, 2, 3], to: "found/base/stranger")
      let replayed = try bench.run(["crash", "replay", "--bundle", "found"], program: "BrokenBench")
      #expect(replayed.errors.contains("the log of 'found' gives another state than the bundle says"))
      _ = try bench.directory.write(
        Array(#"{"schema":"inkbench-crash-bundle/9"}"#.utf8), to: "found/bundle.json")
      let unknown = try bench.run(["crash", "replay", "--bundle", "found"], program: "BrokenBench")
      #expect(unknown.errors.contains("inkbench-crash-bundle/9"), "\(unknown.errors)")
    }

    @Test("A damaged store is told which findings it has the shape of, and is not touched")
    func match() throws {
      let (bench, report) = try explored()
      let finding = try #require(
        report.cases[0].findings.first { [.corrupt, .torn, .unopenable].contains($0.outcome) })
      _ = try bench.run(
        ["crash", "replay", finding.id, "--report", "out", "--keep", "damaged"], program: "BrokenBench")
      let before = try StoreImage(directory: bench.path("damaged"))
      let matched = try bench.run(["crash", "match", "damaged", "--report", "out"], program: "BrokenBench")
      #expect(matched.status == 0, "\(matched.errors)")
      #expect(
        matched.output.contains("  \(finding.id)  \(finding.outcome.rawValue): in-place"), "\(matched.output)"
      )
      #expect(matched.output.contains("has the shape of"))
      #expect(matched.output.contains("A shape is no proof"))
      #expect(try StoreImage(directory: bench.path("damaged")) == before)

      // Left behind and nothing else: no finding of this store is like that.
      let whole = try bench.run(
        ["crash", "export", finding.id, "--report", "out", "--output", "found"], program: "BrokenBench")
      #expect(whole.status == 0)
      let sound = try bench.run(["crash", "match", "found/base", "--report", "out"], program: "BrokenBench")
      #expect(sound.output.contains("'found/base' has no shape"), "\(sound.output)")
      _ = try bench.directory.write([], to: "found/base/x.tmp")
      let other = try bench.run(["crash", "match", "found/base", "--report", "out"], program: "BrokenBench")
      #expect(other.output.contains("has temporary files left behind."), "\(other.output)")
      try FileManager.default.createDirectory(atPath: bench.path("notes"), withIntermediateDirectories: true)
      _ = try bench.directory.write([], to: "notes/readme.txt")
      let foreign = try bench.run(["crash", "match", "notes", "--report", "out"], program: "BrokenBench")
      #expect(foreign.output.contains("nothing was compared"))
    }
  }
}
