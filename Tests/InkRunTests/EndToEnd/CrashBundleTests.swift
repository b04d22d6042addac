import Foundation
import Glibc
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

    /// What may be wrong with a bundle, with the exit code and the sentence that says so.
    private static let damages:
      [(name: String, damage: @Sendable (_ path: String) throws -> Void, status: Int32, sentence: String)] = [
        (
          "empty log", { try write([], to: $0 + "/log") }, 65,
          "log' can't be used: this is no log of file calls"
        ),
        (
          "head of the log", { path in try rewrite(path + "/log") { $0[0] ^= 1 } }, 65,
          "this is no log of file calls"
        ),
        (
          "entries of the log",
          { path in try rewrite(path + "/log") { for place in 4_096..<$0.count { $0[place] = 0xFF } } }, 65,
          "the log of file calls is damaged at byte "
        ),
        ("cut log", { path in try rewrite(path + "/log") { $0.removeLast(9) } }, 65, "is damaged at byte "),
        (
          "version", { try change($0) { $0.logVersion = 2 } }, 65,
          "its log has version 2, and this program reads"
        ),
        ("no step", { try change($0) { $0.begunStep = -1 } }, 65, "can't be acknowledged where step -1 was"),
        ("step", { try change($0) { $0.begunStep += 1 } }, 65, "does not say what state it is"),
        ("name", { try change($0) { $0.id = "0123456789abcdef" } }, 65, "does not say what state it is"),
        (
          "count",
          { path in
            try change(path) { for page in $0.pages.indices { $0.pages[page].acknowledged?.elements = -1 } }
          }, 65, "a page has a negative number of elements"
        ),
        (
          "another epoch", { try change($0, toEpoch: 99_999) }, 3, "gives another state than the bundle says"
        ),
        (
          "folder",
          { path in
            try FileManager.default.removeItem(atPath: path + "/profile.json")
            try FileManager.default.createDirectory(
              atPath: path + "/profile.json", withIntermediateDirectories: false)
          }, 66, "profile.json can't be read: it is no regular file"
        ),
        ("linked base", { try link($0, "base") }, 66, "base can't be read: it is no directory of its own"),
        (
          "linked profile", { try link($0, "profile.json") }, 66,
          "profile.json can't be read: it is no regular file"
        ),
        (
          "no log", { try FileManager.default.removeItem(atPath: $0 + "/log") }, 66,
          "log can't be read: No such file"
        ),
        (
          "pipe",
          { path in
            try FileManager.default.removeItem(atPath: path + "/log")
            #expect(unsafe mkfifo(path + "/log", 0o600) == 0)
          }, 66, "log can't be read: it is no regular file"
        ),
        (
          "endless log", { #expect(unsafe truncate($0 + "/log", 8 << 30) == 0) }, 66,
          "log can't be read: it has more than"
        ),
      ]

    private static func write(_ bytes: [UInt8], to path: String) throws {
      try Data(bytes).write(to: URL(filePath: path))
    }

    private static func rewrite(_ path: String, _ change: (inout [UInt8]) -> Void) throws {
      var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
      change(&bytes)
      try write(bytes, to: path)
    }

    private static func change(_ path: String, _ change: (inout CrashBundle) -> Void) throws {
      var bundle = try CrashBundle.read(path)
      change(&bundle)
      try write(bundle.json(), to: path + "/bundle.json")
    }

    /// The same bundle, of an epoch that its log does not have; name and steps fit that.
    private static func change(_ path: String, toEpoch epoch: Int) throws {
      let profile = try CrashProfile.read(path + "/profile.json")
      try change(path) { bundle in
        guard var state = StateName.state(bundle.state) else { return }
        state.epoch = epoch
        bundle.state = StateName.text(of: state)
        bundle.id = StateName(state, of: bundle.name, under: profile).id
      }
    }

    private static func link(_ path: String, _ name: String) throws {
      try FileManager.default.moveItem(atPath: path + "/" + name, toPath: path + "/elsewhere")
      try FileManager.default.createSymbolicLink(
        atPath: path + "/" + name, withDestinationPath: "elsewhere")
    }

    @Test("Whatever bytes of a bundle's log are changed, it gives a state, another one, or a sentence")
    func fuzzed() throws {
      let (bench, report) = try explored()
      let finding = try #require(report.cases[0].findings.first)
      _ = try bench.run(
        ["crash", "export", finding.id, "--report", "out", "--output", "found"], program: "BrokenBench")
      let bundle = try CrashBundle.read(bench.path("found"))
      let sound = try bench.directory.read("found/log")
      #expect(sound.count < 1 << 20, "without the room for entries that were not made")
      let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
      var random = SplitMix64(seed: 41)
      var refused = 0
      var made = 0
      for round in 0..<400 {
        var log = sound
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: sound.indices, using: &random)
          // Half of them such as lead to the largest and least numbers.
          log[place] =
            round % 2 == 0 ? .random(in: 0...255, using: &random) : extremes[place % extremes.count]
        }
        _ = try bench.directory.write(log, to: "found/log")
        do throws(BundleError) {
          let files = try BundledFiles(of: bundle, in: bench.path("found"))
          var images = CrashImages(model: files.model, profile: files.profile)
          if images.has(files.state) { _ = images.image(of: files.state) }
          made += 1
        } catch {
          #expect(error.description.contains("/log' can't be used: "), "\(error.description)")
          refused += 1
        }
      }
      #expect(refused > 20 && made > 20, "\(refused) refused, \(made) made")
    }

    @Test("A damaged bundle is a sentence; a sound one is replayed beside an exploration")
    func damaged() throws {
      let (bench, report) = try explored()
      let finding = try #require(report.cases[0].findings.first)
      _ = try bench.run(
        ["crash", "export", finding.id, "--report", "out", "--output", "found"], program: "BrokenBench")
      for (name, damage, status, sentence) in Self.damages {
        try FileManager.default.copyItem(atPath: bench.path("found"), toPath: bench.path("bad"))
        try damage(bench.path("bad"))
        let run = try bench.run(["crash", "replay", "--bundle", "bad"], program: "BrokenBench")
        #expect(run.status == status, "\(name): \(run.errors)")
        #expect(run.errors.contains(sentence), "\(name): \(run.errors)")
        try FileManager.default.removeItem(atPath: bench.path("bad"))
      }
      let exploring = try bench.start(
        ["crash", "tiny.json", "--backend", "in-place", "--budget", "100000", "--output", "later"],
        program: "BrokenBench")
      try exploring.wait { !exploring.children.isEmpty }
      let beside = try bench.run(["crash", "replay", "--bundle", "found"], program: "BrokenBench")
      #expect(beside.status == 2, "\(beside.errors)")
      exploring.signalGroup(SIGINT)
      _ = try exploring.end()
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
