import Foundation
import InkCrash
import InkModel
import InkReplay
import InkReport
import InkStorage
import InkTestFixtures
import Testing

extension CrashEndToEnd {
  /// Stores of somebody's against what the lab has explored.
  @Suite("inkbench crash match") struct CrashMatchTests {
    /// A report of a store that promises nothing about power cuts, and a saved store beside it.
    private struct Scene {
      let bench: Bench
      let report: CrashReport

      init(_ profiles: String = "process-crash", budget: Int = 300, more: [String] = []) throws {
        bench = try Bench(strokes: 6)
        let run = try bench.run(
          [
            "crash", "tiny.json", "--backend", "snapshot", "--durability", "process-crash", "--profile",
            profiles, "--budget", "\(budget)", "--output", "out",
          ] + (more.isEmpty ? ["--faults", "0"] : more))
        #expect(run.status == 0, "\(run.errors)")
        try bench.expectValid("out/verdicts.json", as: "crash")
        report = try CrashReport.read(bench.path("out/verdicts.json"))
        try save()
      }

      /// Somebody's notebook, in `notes`: other pages and other ink than the session's.
      private func save() throws {
        var page = Page(id: PageID(rawValue: 0x77))
        page.appendStroke(
          id: ElementID(rawValue: 1), ink: Ink(), points: Fixtures.points(count: 40, seed: 9).span,
          opaque: [UInt8]().span)
        let image = AssetID(rawValue: 5)
        let placed = PlacedImage(
          id: ElementID(rawValue: 2), frame: Frame(x: 0, y: 0, width: 9, height: 9), asset: image)
        page.append(.image(placed), from: InkArena())
        let document = DocumentInfo(
          id: DocumentID(rawValue: 0x5EED), title: "Notes", pages: [PageInfo(id: page.id)])
        let directory = bench.path("notes")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try BaseBuilder.build(
          .inline(document, pages: [page], assets: [BaseAsset(id: image, byteCount: 900)]),
          with: #require(BuiltInBackends.named("snapshot")),
          in: StoreEnvironment(
            directory: directory, durability: .processCrash,
            codec: try #require(BuiltInCodecs.named("varint")), seed: 3))
      }

      /// The path of the only file of a kind, below the directory.
      func file(_ suffix: String, in place: String = "/") throws -> String {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: bench.path("notes"))
        return "notes/"
          + (try #require(paths.first { $0.hasSuffix(suffix) && $0.contains(place) }, "\(paths)"))
      }

      func match(_ more: [String] = ["--report", "out"]) throws -> Bench.Run {
        let before = try StoreImage(directory: bench.path("notes"))
        let run = try bench.run(["crash", "match", "notes"] + more)
        #expect(try StoreImage(directory: bench.path("notes")) == before, "the store is only read")
        return run
      }
    }

    /// The lines about one profile or fault.
    private func lines(_ setting: String, of output: String) -> [String] {
      let lines = output.split(separator: "\n").map(String.init)
      guard let start = lines.firstIndex(where: { $0.hasPrefix("  \(setting), ") }) else { return [] }
      return Array(lines[start..<min(lines.count, start + 3)])
    }

    @Test("An empty page is what a power cut on XFS leaves of it, with the call and a state to see it")
    func emptyPage() throws {
      let scene = try Scene("process-crash,xfs", budget: 20_000)
      #expect(scene.report.cases[0].findings.isEmpty, "nothing was promised")
      _ = try scene.bench.directory.write([], to: try scene.file(".content"))
      let run = try scene.match()
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.output.contains(
          "To snapshot/packed, 'notes' has page files that are empty, page files that the store refuses"))
      let states = scene.report.cases[0].profiles.reduce(0) { $0 + $1.distinct }
      #expect(run.output.contains("Of \(counted(states, "explored state")) (in 1 report), these have"))
      let xfs = lines("profile xfs", of: run.output)
      try #require(xfs.count == 3, "\(run.output)")
      #expect(xfs[0].contains("snapshot/packed process-crash: ") && xfs[0].hasSuffix("at worst corrupt"))
      #expect(xfs[1].contains("forgotten or torn: ") && xfs[1].contains("pages/"), "\(xfs[1])")
      #expect(lines("profile process-crash", of: run.output).isEmpty, "a process that ends leaves none")

      // The state that is named is one of that shape, and leaves the lab like any other.
      let profile = try #require(scene.report.cases[0].profiles.first { $0.profile == "xfs" })
      let row = try #require(profile.shapes.first { xfs[2].contains($0.id) })
      #expect(xfs[2] == "    \(row.id): inkbench crash replay \(row.id) --keep found --report out")
      let replayed = try scene.bench.run(
        ["crash", "replay", row.id, "--report", "out", "--keep", "found"])
      #expect(replayed.status == 0, "\(replayed.errors)")
      #expect(replayed.output.contains(": corrupt, where none is promised"))
      for words in ["Missing: ", " does not hold ", "no sync is missing"] {
        #expect(!replayed.output.contains(words), "no promise is broken")
      }
      #expect(replayed.output.contains("\nThe state by itself breaks no promise.\n"), "\(replayed.output)")
      let found = try StoreImage(directory: scene.bench.path("found"))
      #expect(found.files.contains { $0.path.hasSuffix(".content") && $0.bytes.isEmpty })
      let again = try scene.bench.run(["crash", "match", "found", "--report", "out"])
      #expect(again.output.contains(row.id), "\(again.output)")
      let exported = try scene.bench.run(
        ["crash", "export", row.id, "--report", "out", "--output", "bundle"])
      #expect(exported.status == 0, "\(exported.errors)")
      #expect(try CrashBundle.read(scene.bench.path("bundle")).outcome == .corrupt)
    }

    @Test("A missing image and a file left behind are told apart, and what nobody explored has no states")
    func others() throws {
      let scene = try Scene("process-crash,posix-strict", budget: 20_000)
      let whole = try scene.match()
      #expect(whole.status == 0)
      #expect(whole.output.contains("To snapshot/packed, 'notes' has no shape: all its files are there"))
      #expect(!whole.output.contains("profile "), "\(whole.output)")

      let page = try scene.file(".content")
      _ = try scene.bench.directory.write([1], to: page + ".tmp")
      let left = try scene.match()
      #expect(left.output.contains("'notes' has temporary files left behind."))
      let process = lines("profile process-crash", of: left.output)
      #expect(process.first?.hasSuffix("at worst lost-unacknowledged") == true, "\(left.output)")
      #expect(process.dropFirst().first?.contains("the process ended at ") == true, "\(left.output)")

      try FileManager.default.removeItem(atPath: scene.bench.path(page + ".tmp"))
      // A rename that the disk forgot, though the page that names the image arrived.
      let image = scene.bench.path(try scene.file(".jpg", in: "assets/"))
      try FileManager.default.moveItem(atPath: image, toPath: image + ".tmp")
      let dangling = try scene.match()
      #expect(
        dangling.output.contains(
          "'notes' has asset files that are named and missing, temporary files left behind."))
      #expect(lines("profile posix-strict", of: dangling.output).count == 3, "\(dangling.output)")
      #expect(lines("profile process-crash", of: dangling.output).isEmpty)

      // A list of pages that somebody has turned into zeros, with all else gone wrong too: no crash does
      // that.
      for suffix in ["document.json", "manifest.json"] {
        _ = try scene.bench.directory.write(
          [UInt8](repeating: 0, count: 500), to: try scene.file(suffix))
      }
      let states = scene.report.cases[0].profiles.reduce(0) { $0 + $1.distinct }
      let none = try scene.match()
      #expect(none.status == 0)
      #expect(
        none.output.contains("None of \(counted(states, "explored state")) (in 1 report) has this shape."))
      #expect(none.output.contains("A larger '--budget'"))
    }

    @Test("A flipped byte is what damage at rest leaves, with a life that shows it")
    func flipped() throws {
      let scene = try Scene(more: ["--fault", "bit-flip", "--faults", "400"])
      let page = try scene.file(".content")
      var bytes = try scene.bench.directory.read(page)
      bytes[bytes.count - 3] ^= 4
      _ = try scene.bench.directory.write(bytes, to: page)
      let run = try scene.match()
      let fault = lines("fault bit-flip", of: run.output)
      try #require(fault.count == 3, "\(run.output)")
      #expect(fault[1].contains(" flipped") && fault[1].contains(".content'"), "\(fault[1])")
      let row = try #require(scene.report.cases[0].faults[0].shapes.first { fault[2].contains($0.id) })
      #expect(row.state == nil && row.command.hasSuffix(" --fault \(row.id)"))
      #expect(run.output.contains(" and \(counted(400, "life", "lives")) with faults (in 1 report)"))
      let shapes = scene.report.cases[0].faults[0].shapes
      #expect(shapes.reduce(0) { $0 + $1.count } > 100, "most damage is seen")
      #expect(Set(shapes.map(\.shape)).count == shapes.count)
    }

    @Test("Without a report, or without one of its backend, it says what to do")
    func nothing() throws {
      let scene = try Scene()
      let foreign = try scene.bench.run(["crash", "match", "out", "--report", "out"])
      #expect(foreign.status == 3)
      #expect(foreign.output.contains("No report is of a backend that could have made 'out'"))
      let none = try scene.bench.run(["crash", "match", "notes"])
      #expect(none.status == 3)
      #expect(none.errors.contains("there is no crash report in Reports"), "\(none.errors)")
      #expect(none.errors.contains("crash --backend snapshot"))
    }

    @Test("Shapes are the same bytes whatever the number of processes, and those of shards add up")
    func parts() throws {
      let bench = try Bench(strokes: 6)
      for (output, more) in [
        ("one", ["--workers", "1"]), ("three", ["--workers", "3"]), ("first", ["--shard", "1/2"]),
        ("second", ["--shard", "2/2"]),
      ] {
        let run = try bench.run(
          [
            "crash", "tiny.json", "--backend", "snapshot", "--durability", "process-crash", "--profile",
            "posix-strict", "--budget", "1500", "--faults", "0", "--output", output,
          ] + more)
        #expect(run.status == 0, "\(run.errors)")
      }
      let one = try CrashReport.read(bench.path("one/verdicts.json")).cases[0].profiles[0].shapes
      #expect(one.count > 2 && one.contains { $0.count > 1 })
      #expect(try CrashReport.read(bench.path("three/verdicts.json")).cases[0].profiles[0].shapes.count > 2)
      let whole = String(decoding: try bench.directory.read("one/verdicts.json"), as: UTF8.self)
      let others = String(decoding: try bench.directory.read("three/verdicts.json"), as: UTF8.self)
      #expect(whole == others, "where a report lies decides no verdict")
      let merged = try bench.run(["crash", "merge", "first", "second", "--output", "all"])
      #expect(merged.status == 0, "\(merged.errors)")
      let all = try CrashReport.read(bench.path("all/verdicts.json")).cases[0].profiles[0].shapes
      #expect(all.map(\.shape) == one.map(\.shape))
      #expect(all.map(\.count) == one.map(\.count) && all.map(\.worst) == one.map(\.worst))
      #expect(all.map(\.culprits) == one.map(\.culprits))
    }

    @Test("Ctrl-C ends a comparison that is held up by the store, with 130 and nothing left behind")
    func interrupted() throws {
      let scene = try Scene()
      var report = scene.report
      report.cases[0].backend = "comatose"
      _ = try scene.bench.directory.write(report.json(), to: "out/verdicts.json")
      _ = try scene.bench.directory.write([1], to: "notes/writing")
      let matching = try scene.bench.start(
        ["crash", "match", "notes", "--report", "out"], program: "BrokenBench")
      try matching.wait { !matching.children.isEmpty }
      matching.signalGroup(SIGINT)
      let run = try matching.end()
      #expect(run.status == 130, "\(run.errors)")
      #expect(run.output.isEmpty, "\(run.output)")
      #expect(run.errors.contains("stopping, and leaving nothing behind"), "\(run.errors)")
    }

    @Test("A store whose opening ends the process is compared like any other, and ends nothing")
    func trapping() throws {
      let bench = try Bench(strokes: 6)
      let run = try bench.run(
        [
          "crash", "tiny.json", "--backend", "scarred", "--durability", "process-crash", "--profile",
          "process-crash", "--budget", "60", "--faults", "0", "--output", "out",
        ], program: "BrokenBench")
      #expect(run.status == 2, "\(run.errors)")
      let report = try CrashReport.read(bench.path("out/verdicts.json"))
      let fatal = StoreShape.Feature(.document, .fatal)
      let row = try #require(report.cases[0].profiles[0].shapes.first { $0.shape.features.contains(fatal) })
      #expect(row.worst == .unopenable)
      _ = try bench.run(
        ["crash", "replay", row.id, "--report", "out", "--keep", "found"], program: "BrokenBench")
      let matched = try bench.run(["crash", "match", "found", "--report", "out"], program: "BrokenBench")
      #expect(matched.status == 0, "\(matched.errors)")
      #expect(matched.output.contains("document files whose opening ends the process"), "\(matched.output)")
      #expect(matched.output.contains("\n    \(row.id): "), "\(matched.output)")
    }
  }
}
