import InkReport
import InkTestFixtures
import Testing

extension EndToEnd {
  /// No check that can't fail: each store breaks one promise, and the check that guards it finds it.
  @Suite("Stores that break a promise are found") struct BrokenStores {
    private func run(
      _ store: String, codec: String = "packed", crashTrials: Int = 0, _ sections: [String: String] = [:]
    ) throws -> (Bench.Run, CaseRow) {
      let bench = try Bench(sections)
      let run = try bench.run(
        Bench.words(store, codec: codec, crashTrials: crashTrials), program: "BrokenBench")
      #expect(!bench.exists("store"), "\(run.errors)")
      return (run, try bench.onlyCase())
    }

    @Test("The sound store beneath them all keeps its promises, so that what is found is their own")
    func sound() throws {
      let (run, row) = try run("snapshot", crashTrials: 12)
      #expect(run.status == 0, "\(run.errors)")
      #expect(row.verification?.outcome == .intact)
      #expect(row.crash?.brokenCount == 0)
      #expect(row.status == .measured)
    }

    @Test("A store that forgets the newest element loses an acknowledged save")
    func forgetful() throws {
      // One page, so that the session never meets what the store has made of it.
      let (run, row) = try run(
        "forgetful", ["document": #"{"basePages":1}"#, "pages": #"{"browsingRuns":0,"revisitShare":0}"#])
      #expect(run.status == 2, "\(run.errors)")
      #expect([.torn, .lostAcknowledged].contains(row.verification?.outcome))
      #expect(row.status == .measured)
    }

    @Test("A loss that the session itself runs into is lost data, and not the program's own defect")
    func forgetfulMidSession() throws {
      let (run, row) = try run("forgetful")
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.status == .failed)
      #expect(row.failures.first?.reason.contains("does not fit the page that the store gave back") == true)
      #expect([.torn, .lostAcknowledged].contains(row.verification?.outcome))
    }

    @Test("A store that draws elements in another order is torn")
    func reordered() throws {
      let (run, row) = try run("reordered")
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.verification?.outcome == .torn)
      #expect(row.verification?.detail?.contains("was expected") == true)
    }

    @Test("A store that ignores moves of pages has an earlier list")
    func stuckPages() throws {
      let (run, row) = try run("stuck-pages")
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.verification?.outcome == .lostAcknowledged)
      #expect(row.verification?.detail?.contains("an earlier list") == true)
    }

    @Test("A store whose recovery changes content is found by opening it twice")
    func secondOpening() throws {
      let (run, row) = try run("second-opening")
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.verification?.outcome == .torn)
      #expect(row.verification?.detail?.hasPrefix("after a second opening: ") == true)
    }

    @Test("A store that drops opaque bytes is torn, also where the workload has none")
    func plainInk() throws {
      let (run, row) = try run("plain-ink", crashTrials: 30)
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.verification?.outcome == .intact)
      #expect(row.crash?.count(.torn) ?? 0 > 0)
      #expect(row.crash?.firstFailure?.detail?.contains("the opaque bytes of stroke") == true)
    }

    @Test("A store whose library does not show the document is torn")
    func bareShelf() throws {
      let (run, row) = try run("bare-shelf")
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.verification?.outcome == .torn)
      #expect(row.verification?.detail?.contains("the library does not show document") == true)
    }

    @Test("A store that exports nothing has not been measured exporting")
    func emptyHanded() throws {
      let (run, row) = try run("empty-handed", ["app": #"{"exports":1}"#])
      #expect(run.status == 70, "\(run.errors)")
      #expect(row.status == .failed)
      #expect(row.failures.first?.reason.contains("the export returned and there is no") == true)
    }

    @Test("A store that acknowledges before it writes passes the content check and fails crash trials")
    func eager() throws {
      let (run, row) = try run("eager", crashTrials: 12)
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.verification?.outcome == .intact)
      #expect(row.crash?.count(.lostAcknowledged) ?? 0 > 0)
      #expect(row.crash?.firstFailure?.detail?.contains("were acknowledged") == true)
    }

    @Test("A store that shows everything after a crash and can't save any more has not recovered")
    func wedged() throws {
      let (run, row) = try run("wedged", crashTrials: 12)
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.verification?.outcome == .intact)
      #expect(row.crash?.count(.unopenable) ?? 0 > 0)
      #expect(row.crash?.firstFailure?.detail?.contains("saving after recovery failed") == true)
    }

    @Test("A store that writes images after the pages that show them dangles after a crash")
    func dangling() throws {
      let (run, row) = try run("dangling", crashTrials: 12)
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.verification?.outcome == .intact)
      #expect(row.crash?.count(.dangling) ?? 0 > 0)
    }

    @Test("A store that overwrites pages in place is corrupt after a crash")
    func inPlace() throws {
      let bench = try Bench()
      let words = Bench.words("in-place", crashTrials: 60)
      #expect(try bench.run(words, program: "BrokenBench").status == 2)
      let row = try bench.onlyCase()
      #expect(row.verification?.outcome == .intact)
      #expect(row.crash?.count(.corrupt) ?? 0 > 0)
    }

    @Test("A row whose store writes through a shared mapping is not measured")
    func mapped() throws {
      let (_, row) = try run("mapped")
      #expect(row.status == .notMeasured)
      // Once for the page that was written, however often it was seen.
      #expect(row.reasons.map(\.code) == [.bypass])
      #expect(row.reasons.first?.detail.contains("is mapped shared and writable") == true)
      #expect(row.metrics.isEmpty)
    }

    @Test("A row whose store writes by a call that the tap does not see is not measured")
    func unseen() throws {
      let bench = try Bench()
      let run = try bench.run(Bench.words("unseen", crashTrials: 0), program: "BrokenBench")
      let row = try bench.onlyCase()
      #expect(row.status == .notMeasured, "\(run.errors)")
      #expect(row.reasons.map(\.code) == [.bytesDisagree])
      #expect(row.metrics.isEmpty)
      // Its calls were recorded too, without those that nobody saw.
      #expect(bench.exists("out/operations"))
      let modelled = try bench.report().modelled
      #expect(modelled.rows.count == 3)
      for priced in modelled.rows {
        #expect(priced.status == .notModelled && priced.metrics.isEmpty)
        #expect(priced.reason?.hasPrefix("The instrument can't vouch for its calls: In round 0") == true)
      }
      let again = try bench.run(["device", "price", "out", "--device", "emmc-tablet"])
      #expect(again.status == 3)
      #expect(again.output.contains("is not modelled: The instrument can't vouch for its calls: "))
      let exported = try bench.run(["device", "export", "out", "--output", "saves.inkio"])
      #expect(exported.status == 65 && !bench.exists("saves.inkio"))
    }

    @Test("A row whose instrument does not see its own test write is not measured, and has no 0 bytes")
    func squatting() throws {
      let (_, row) = try run("squatting")
      #expect(row.status == .notMeasured)
      #expect(row.reasons.map(\.code) == [.canaryUnseen])
      #expect(row.metrics.isEmpty && row.samples.isEmpty)
    }

    @Test("A store that dies is a result, and the other stores are measured all the same")
    func dying() throws {
      let bench = try Bench()
      let run = try bench.run(Bench.words("dying,snapshot", crashTrials: 0), program: "BrokenBench")
      #expect(run.status == 70)
      let report = try bench.report()
      #expect(report.cases.map(\.status) == [.died, .measured])
      let failure = try #require(report.cases[0].failures.first)
      #expect(failure.kind == .timed)
      #expect(failure.signal != nil)
      #expect(failure.reason.contains("the fourth save"))
      #expect(!bench.exists("store"))
    }

    @Test("A store that dies of its export takes nobody else's export along")
    func breathless() throws {
      let bench = try Bench(["app": #"{"exports":1}"#])
      let words = Bench.words("breathless,snapshot", crashTrials: 0)
      #expect(try bench.run(words, program: "BrokenBench").status == 70)
      #expect(try bench.report().cases.map(\.status) == [.died, .measured])
    }

    @Test("A store that finds the disk full ends the run with 74 and a report of what was measured before")
    func failing() throws {
      let bench = try Bench()
      let run = try bench.run(Bench.words("snapshot,failing", crashTrials: 0), program: "BrokenBench")
      #expect(run.status == 74)
      #expect(run.errors.contains("the disk is full: tiny failing/packed process-crash: step "))
      #expect(run.errors.contains(".content' because the disk is full"))
      let report = try bench.report()
      #expect(report.cases.map(\.status) == [.measured, .failed])
      #expect(report.cases[0].metric("bytes.total")?.value ?? 0 > 0)
      #expect(!bench.exists("store"))
    }

    @Test("A store that ends the process that opens it can't be opened, with crash trials or without")
    func doomed() throws {
      for trials in [0, 6] {
        let bench = try Bench()
        let run = try bench.run(Bench.words("doomed", crashTrials: trials), program: "BrokenBench")
        #expect(run.status == 2, "\(run.errors)")
        let row = try bench.onlyCase()
        #expect(row.status == .died)
        #expect(row.verification?.outcome == .unopenable)
        #expect(row.verification?.detail?.contains("the store was written") == true)
        #expect(trials == 0 || row.crash?.count(.unopenable) ?? 0 > 0)
      }
    }

    @Test("A store that lacks the room to be opened again is a full disk, and not lost data")
    func cramped() throws {
      let (run, row) = try run("cramped")
      #expect(run.status == 74)
      #expect(run.errors.contains("the store could not be judged"))
      #expect(row.timedRounds == 1)
      #expect(row.verification == nil)
    }

    @Test("A codec that rounds and says so is judged by what it keeps")
    func shifty() throws {
      let (run, row) = try run("snapshot", codec: "shifty", crashTrials: 6)
      #expect(run.status == 0, "\(run.errors)")
      #expect(row.verification?.outcome == .intact)
      #expect(row.crash?.brokenCount == 0)
      let loss = row.notes.first { $0.contains("Kept in a reduced form") }
      #expect(loss?.contains("coordinates by at most 0 tenths") == true)
      #expect(loss?.contains("pressure by at most 9 thousandths") == true)
    }

    @Test("The same codec, when it says nothing, is torn")
    func lossy() throws {
      let (run, row) = try run("snapshot", codec: "lossy")
      #expect(run.status == 2, "\(run.errors)")
      #expect(row.verification?.outcome == .torn)
      #expect(row.verification?.detail?.contains("the points of stroke") == true)
    }
  }
}
