import Foundation
import InkCrash
import InkModel
import InkReplay
import InkReport
import InkRun
import InkStorage
import InkTestFixtures
import InkTrace
import Testing

extension CrashEndToEnd {
  @Suite("States leave the lab: bundles") struct CrashBundleTests {
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

      try bench.expectValid("found/bundle.json", as: "crash-bundle")
      if JSONSchemaChecker.isInstalled {
        let text = String(decoding: try bench.directory.read("found/bundle.json"), as: UTF8.self)
        #expect(
          try JSONSchemaChecker.faults(
            of: [text], schema: CrashBundle.jsonSchema, provingStrictness: true) == "")
      }
      #expect(bundle.logVersion == 1 && readme.contains(report.command))
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

    /// Puts an image on the first page of a bundle's document.
    private func put(
      _ image: PlacedImage, into directory: String, _ bundle: CrashBundle,
      _ backend: any StorageBackend.Type, _ codec: any PageCodec
    ) throws {
      let store = try backend.init(
        StoreEnvironment(
          directory: directory, durability: bundle.durability, codec: codec, seed: 1))
      let document = try store.openDocument(
        DocumentID(rawValue: try #require(UInt64(bundle.document, radix: 16))))
      var page = Page(id: try #require(document.pages.first).id)
      try store.openPage(page.id, into: &page)
      try store.closePage(page.id)
      let bytes = [UInt8](repeating: 7, count: 5_000)
      try unsafe store.insertAsset(image.asset, bytes: bytes.span.bytes)
      page.append(.image(image), from: InkArena())
      try store.loadPage(page)
      try store.finishLoading()
      try store.closeDocument()
    }

    @Test(
      "The code in a bundle is the code that is tested here, and tells a lost page from one that is there")
    func fixture() throws {
      let (bench, report) = try explored()
      let finding = try #require(report.cases[0].findings.first { $0.outcome == .corrupt })
      let run = try bench.run(
        ["crash", "export", finding.id, "--report", "out", "--output", "found"], program: "BrokenBench")
      #expect(run.status == 0, "\(run.errors)")
      let code = try bench.directory.read("found/ExpectRecovery.swift")
      let tested = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "ExpectRecovery.swift")
      #expect(try code == Array(Data(contentsOf: tested)))

      let before = try StoreImage(directory: bench.path("found"))
      // The broken store writes what the sound one reads.
      let backend = try #require(BuiltInBackends.named("snapshot"))
      let codec = try #require(BuiltInCodecs.named("packed"))
      #expect(throws: StorageError.self) {
        try expectRecovery(of: bench.path("found"), by: backend, codec: codec)
      }
      #expect(try StoreImage(directory: bench.path("found")) == before, "a bundle is only read")

      // The store before the crash is whole, and of an older version than was acknowledged, or of that one.
      var bundle = try CrashBundle.read(bench.path("found"))
      try FileManager.default.removeItem(atPath: bench.path("found/state"))
      try FileManager.default.copyItem(atPath: bench.path("found/base"), toPath: bench.path("found/state"))
      bundle.promise = .consistent
      _ = try bench.directory.write(try bundle.json(), to: "found/bundle.json")
      try expectRecovery(of: bench.path("found"), by: backend, codec: codec)

      // An image whose file is gone, with a page that opens all the same.
      let state = try StoreImage(directory: bench.path("found/state"))
      let image = PlacedImage(
        id: ElementID(rawValue: 99), frame: Frame(x: 0, y: 0, width: 9, height: 9),
        asset: AssetID(rawValue: 0xA55E7))
      try put(image, into: bench.path("found/state"), bundle, backend, codec)
      try expectRecovery(of: bench.path("found"), by: backend, codec: codec)
      let file = try #require(
        StoreImage(directory: bench.path("found/state")).files.map(\.path).first { path in
          path.contains("assets/") && !state.files.contains { $0.path == path }
        })
      try FileManager.default.removeItem(atPath: bench.path("found/state/" + file))
      let dangling = #expect(throws: WrongRecovery.self) {
        try expectRecovery(of: bench.path("found"), by: backend, codec: codec)
      }
      #expect(dangling?.description.contains("without its image \(image.asset.name)") == true)

      bundle.promise = .durable
      for index in bundle.pages.indices {
        bundle.pages[index].acknowledged?.digest = String(repeating: "0", count: 32)
        bundle.pages[index].begun?.digest = String(repeating: "0", count: 32)
      }
      bundle.acknowledgedPages = []
      _ = try bench.directory.write(try bundle.json(), to: "found/bundle.json")
      #expect(throws: WrongRecovery.self) {
        try expectRecovery(of: bench.path("found"), by: backend, codec: codec)
      }
      bundle.schema = "inkbench-crash-bundle/9"
      _ = try bench.directory.write(try bundle.json(), to: "found/bundle.json")
      #expect(throws: WrongRecovery.self) {
        try expectRecovery(of: bench.path("found"), by: backend, codec: codec)
      }
    }
  }
}
