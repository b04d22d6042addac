import InkModel
import InkReport
import InkRun
import InkTestFixtures
import InkTrace
import Testing

extension EndToEnd {
  /// A store that breaks in one of fifty minutes only, and the session in which it did.
  @Suite("The last minutes of a session file are what is explored") struct CrashSessionFiles {
    /// Three hundred strokes in fifty minutes on one page; then, or early on, an image.
    private static func session(imageLate: Bool, in bench: Bench) throws {
      let page = PageInfo(id: PageID(rawValue: 9))
      var session = Session(
        name: "notes", origin: .recorded(app: "Notes"), times: .recorded, seed: 1,
        base: .inline(
          DocumentInfo(id: DocumentID(rawValue: 8), title: "Notes", pages: [page]),
          pages: [Page(id: page.id)]))
      func add(_ second: Int, _ action: Action) {
        session.events.append(Event(startMilliseconds: UInt64(second) * 1_000, action: action))
      }
      func addImage(_ second: Int) {
        let asset = AssetID(rawValue: 77)
        let image = PlacedImage(
          id: ElementID(rawValue: 5_000), frame: Frame(x: 0, y: 0, width: 100, height: 100), asset: asset)
        add(second, .insertAsset(asset, byteCount: 5_000))
        add(second, .edit(page.id, .put(.image(image), index: 0), cause: .insert))
      }
      add(0, .openDocument)
      add(0, .turnTo(page.id))
      if !imageLate { addImage(1) }
      for index in 0..<300 {
        let points = ArenaRange(start: session.arena.points.count, count: 2)
        for step in [0, 40] as [Int32] {
          session.arena.points.append(
            SamplePoint(x: Int32(index) + step, y: step, t: 0, pressure: 500, radius: 10))
        }
        let stroke = Stroke(
          id: ElementID(rawValue: UInt64(index) + 1), ink: Ink(tool: .pen, colour: 0xFF, width: 20),
          points: points, opaque: .empty)
        add(
          10 + index * 10,
          .edit(page.id, .put(.stroke(stroke), index: imageLate ? index : index + 1), cause: .write))
      }
      if imageLate { addImage(3_011) }
      add(3_020, .closeDocument)
      try SessionFile.write(session, to: bench.path("notes.inksession"))
    }

    private static func words(_ profile: String, more: [String] = []) -> [String] {
      [
        "crash", "notes.inksession", "--backend", "dangling", "--durability", "process-crash", "--profile",
        profile, "--budget", "3000", "--faults", "0", "--store", "store", "--output", "out",
      ] + more
    }

    @Test("A store that breaks on what came last is found, with a profile of the user's own, again and again")
    func late() throws {
      let bench = try Bench()
      try Self.session(imageLate: true, in: bench)
      let profile = try bench.run(["crash", "profiles", "process-crash"])
      #expect(profile.status == 0)
      let mine = profile.output.replacing("\"process-crash\"", with: "\"mine\"")
      _ = try bench.directory.write(Array(mine.utf8), to: "mine.json")
      let run = try bench.run(Self.words("mine.json"), program: "BrokenBench")
      #expect(run.status == 2, "\(run.output)\(run.errors)")
      let report = try CrashReport.read(bench.path("out/verdicts.json"))
      let explored = try #require(report.sessions.first)
      // Sixty-one events in ten minutes: an image is two of them.
      #expect(explored.excerpt.hasPrefix("the last 10 min "), "\(explored.excerpt)")
      #expect(explored.excerpt.contains(" to 305 of 305)"), "\(explored.excerpt)")
      #expect((55...65).contains(explored.strokes), "\(explored)")
      let finding = try #require(report.cases[0].findings.first { $0.outcome == .dangling })
      #expect(finding.profile == "mine")
      #expect(finding.command.contains("--profile mine.json"), "\(finding.command)")
      let again = try bench.run(
        ["crash", "replay", finding.id, "--report", "out", "--profile", "mine.json", "--keep", "found"],
        program: "BrokenBench")
      #expect(again.status == 2, "\(again.errors)")
      #expect(again.output.contains(finding.seen), "\(again.output)")
      #expect(bench.exists("found"))
    }

    @Test("What came fifty minutes before the end has no part in it")
    func early() throws {
      let bench = try Bench()
      try Self.session(imageLate: false, in: bench)
      let run = try bench.run(Self.words("process-crash"), program: "BrokenBench")
      #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test("A session that never opens a page is refused with 65 before anything is made")
    func noPage() throws {
      let bench = try Bench()
      try Self.session(imageLate: true, in: bench)
      var session = try SessionFile.load(bench.path("notes.inksession"))
      session.events = [.openDocument, .listLibrary, .closeDocument].map {
        Event(startMilliseconds: 0, action: $0)
      }
      try SessionFile.write(session, to: bench.path("notes.inksession"))
      let own = try bench.run(["crash", "notes.inksession", "--output", "out", "--store", "store"])
      #expect(own.status == 65, "\(own.errors)")
      #expect(
        own.errors.hasSuffix("nothing of the session 'notes' can be explored: it never opens a page\n"),
        "\(own.errors)")
      #expect(!bench.exists("out") && !bench.exists("store"))
    }
  }
}
