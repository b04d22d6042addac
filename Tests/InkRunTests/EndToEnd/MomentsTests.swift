import Foundation
import Glibc
import InkModel
import InkReport
import InkRun
import InkTestFixtures
import Testing

extension EndToEnd {
  /// What the tap counted while a store did what an app's user waits for.
  @Suite("Moments of an app, counted by the tap") struct Moments {
    private func words(
      _ backends: String, _ moments: String, durability: String = "process-crash", store: String = "store"
    ) -> [String] {
      [
        "moments", "tiny.json", "--backend", backends, "--codec", "packed", "--moment", moments,
        "--durability", durability, "--library", "2,6", "--repeat", "3", "--store", store, "--output", "out",
      ]
    }

    private func report(_ bench: Bench) throws -> MomentsReport {
      try bench.expectValid("out/moments.json", as: "moments")
      return try #require(MomentsReport.read(bench.path("out/moments.json")))
    }

    /// A row that must have been measured, with its counts by role.
    private func counts(
      _ bench: Bench, _ moment: Moment, _ durability: Durability = .processCrash
    ) throws -> [FileRole: RoleTotals] {
      let store = try #require(try report(bench).stores.first { $0.durability == durability })
      let row = try #require(store.row(moment))
      try #require(row.status == .measured, "\(row.reason ?? "")")
      #expect(row.isExact, "\(moment.name)")
      #expect(row.nanoseconds.count == 3)
      return Dictionary(uniqueKeysWithValues: row.roles.map { ($0.role, $0) })
    }

    @Test("Level 0 lists a library from its manifests and covers, and opens a page from one file")
    func reading() throws {
      let bench = try Bench()
      let run = try bench.run(words("snapshot", "open-document,open-page,list-library"))
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      for size in [2, 6] {
        let roles = try counts(bench, Moment(.listLibrary, size: size))
        #expect(Set(roles.keys) == [.manifest, .thumbnail])
        #expect(roles.values.allSatisfy { $0.openCalls == size && $0.readBytes > 0 && $0.writtenBytes == 0 })
      }
      let page = try counts(bench, Moment(.openPage))
      #expect(Set(page.keys) == [.page])
      #expect(page[.page]?.openCalls == 1)
      let points = try report(bench).work.openedPagePoints
      #expect(try #require(page[.page]).readBytes > points * SamplePoint.byteCount)
      let document = try counts(bench, Moment(.openDocument))
      // The package's folder is held open, to notice what becomes of it.
      #expect(Set(document.keys) == [.document, .manifest, .other])
      #expect(document[.other]?.readBytes == 0)
      #expect(!bench.exists("store"))
    }

    @Test("A store that reads more for its library is seen to", arguments: ["peeping", "bare-notebook"])
    func readingMore(store: String) throws {
      let bench = try Bench()
      let run = try bench.run(words(store, "list-library"), program: "BrokenBench")
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      let roles = try counts(bench, Moment(.listLibrary, size: 6))
      // Without its manifest a notebook is listed from the truth, and no page is read even so.
      #expect(Set(roles.keys) == [.manifest, .document, .thumbnail])
      #expect(roles.values.allSatisfy { $0.openCalls == 6 })
      #expect((roles[.manifest]?.readBytes == 0) == (store == "bare-notebook"))
    }

    @Test("What is cold comes from the device, or has no number")
    func cold() throws {
      let bench = try Bench()
      _ = try bench.run(words("snapshot", "open-page"))
      let store = try #require(try report(bench).stores.first)
      let warm = try #require(store.row(Moment(.openPage)))
      let cold = try #require(store.row(Moment(.openPage, isCold: true)))
      // On the file systems of real disks there is no excuse.
      if ["ext4", "xfs", "btrfs"].contains(FileSystem(of: bench.directory.path).type) {
        #expect(cold.status == .measured, "\(cold.reason ?? "")")
      }
      if cold.status == .measured {
        #expect(cold.roles == warm.roles)
        #expect(try #require(cold.deviceReadBytes) >= cold.total.readBytes)
      } else {
        #expect(cold.status == .withheld)
        #expect(cold.medianNanoseconds == nil)
      }
      #expect(warm.deviceReadBytes == nil)
    }

    @Test(
      "Where files live in memory nothing is cold, and the report says so",
      .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")))
    func memory() throws {
      let bench = try Bench()
      let place = try TemporaryDirectory.inMemory()
      let run = try bench.run(words("snapshot", "open-page", store: place.path + "/s"))
      #expect(run.status == 0, "\(run.errors)")
      let cold = try #require(try report(bench).rows.first { $0.moment.isCold })
      #expect(cold.status == .withheld)
      #expect(cold.reason?.contains("tmpfs keeps ") == true)
      let text = String(decoding: try bench.directory.read("out/moments.md"), as: UTF8.self)
      #expect(text.contains("withheld"))
      #expect(text.contains("so nothing here is cold"))
    }

    @Test("Writing moments write, sync and rename exactly what level 0 has to")
    func writing() throws {
      let bench = try Bench()
      let run = try bench.run(
        words(
          "snapshot", "insert-image,background-flush,move-page,export",
          durability: "process-crash,power-durable"))
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      for durability in [Durability.processCrash, .powerDurable] {
        let syncs: UInt64 = durability == .powerDurable ? 1 : 0
        for size in Moment.flushSizes {
          let flush = try counts(bench, Moment(.backgroundFlush, size: size), durability)
          #expect(flush[.page]?.renameCalls == UInt64(size))
          #expect(flush[.page]?.syncCalls == syncs * UInt64(size))
          #expect(flush[.asset] == nil)
        }
        let image = try counts(bench, Moment(.insertImage), durability)
        #expect(image[.asset]?.writtenBytes == UInt64(try report(bench).work.imageBytes + 24))
        #expect(image[.page]?.renameCalls == 1)
        #expect(image[.document] == nil)
        let move = try counts(bench, Moment(.movePage), durability)
        #expect(move[.document]?.renameCalls == 1)
        #expect(move[.page] == nil)
        let export = try counts(bench, Moment(.export), durability)
        #expect(export[.page]?.writtenBytes == export[.page]?.readBytes)
        #expect(export[.page]?.openCalls == UInt64(2 * (try report(bench).work.pages)))
      }
    }

    @Test("The report has the answer first, and its plots")
    func text() throws {
      let bench = try Bench()
      let run = try bench.run(words("snapshot,sqlite", "list-library,move-page"))
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.errors.contains("Measures 5 moments of 2 stores, each 3 times after once unmeasured"))
      #expect(run.output.hasSuffix("The report is in \(bench.path("out/moments.md"))\n"))
      #expect(run.output.contains("- List the library, 6 notebooks: "))
      let text = String(decoding: try bench.directory.read("out/moments.md"), as: UTF8.self)
      #expect(text.contains("- **Move a page**: "))
      #expect(text.contains("--moment list-library,move-page --library 2,6 --repeat 3"))
      if Built.tool("gnuplot") != nil {
        #expect(bench.exists("out/list-library-process-crash.svg"))
        #expect(text.contains("](list-library-process-crash.svg)"))
      }
    }
  }

  /// Stores that go wrong: a row that says why, and the exit code of the table.
  @Suite("Moments that go wrong") struct FailedMoments {
    /// A broken store, a moment, and what must be said.
    struct Failure: Sendable, CustomTestStringConvertible {
      var store: String
      var moments: String
      var code: Int32
      var status: MomentRow.Status
      var reason: String
      var testDescription: String { store }

      static let all = [
        Failure(
          store: "bare-shelf", moments: "list-library", code: 2, status: .wrongContent,
          reason: "a library of 2 notebooks was listed with 0"),
        Failure(
          store: "forgetful", moments: "insert-image", code: 2, status: .wrongContent,
          reason: "is not as it was kept"),
        Failure(
          store: "stuck-pages", moments: "move-page", code: 2, status: .wrongContent,
          reason: "not in its new place"),
        Failure(
          store: "empty-handed", moments: "export", code: 2, status: .wrongContent, reason: "left nothing"),
        Failure(
          store: "doomed", moments: "insert-image", code: 70, status: .failed, reason: "the process died"),
        Failure(
          store: "mapped", moments: "insert-image", code: 3, status: .withheld, reason: "is mapped shared"),
        Failure(
          store: "unseen", moments: "insert-image", code: 3, status: .withheld,
          reason: "some went past the tap"),
        Failure(
          store: "cramped", moments: "insert-image", code: 74, status: .failed, reason: "the disk is full"),
      ]
    }

    private func words(_ store: String, _ moments: String) -> [String] {
      [
        "moments", "tiny.json", "--backend", store, "--codec", "packed", "--moment", moments, "--durability",
        "process-crash", "--library", "2", "--repeat", "3", "--store", "store", "--output", "out",
      ]
    }

    @Test("A moment that goes wrong is a row that says why", arguments: Failure.all)
    func failure(_ failure: Failure) throws {
      let bench = try Bench()
      let run = try bench.run(words(failure.store, failure.moments), program: "BrokenBench")
      #expect(run.status == failure.code, "\(run.output)\(run.errors)")
      let report = try #require(MomentsReport.read(bench.path("out/moments.json")))
      let row = try #require(report.rows.first)
      #expect(row.status == failure.status)
      #expect(row.reason?.contains(failure.reason) == true, "\(row.reason ?? "")")
      #expect(row.medianNanoseconds == nil && row.nanoseconds.isEmpty)
      #expect(!bench.exists("store"))
    }

    @Test("What follows a moment that went wrong is measured on a store built anew")
    func goingOn() throws {
      let bench = try Bench()
      let run = try bench.run(words("doomed", "insert-image,move-page,open-page"), program: "BrokenBench")
      #expect(run.status == 70, "\(run.output)\(run.errors)")
      let report = try #require(MomentsReport.read(bench.path("out/moments.json")))
      let rows = report.rows.filter { !$0.moment.isCold }
      #expect(rows.map(\.moment.name) == ["open-page", "insert-image", "move-page"])
      #expect(rows.map(\.status) == [.measured, .failed, .measured])
      #expect(run.output.contains("doomed/packed failed: insert-image: the process died"))
    }

    @Test("Ctrl-C keeps the stores that are done and ends with 130")
    func interruption() throws {
      let bench = try Bench()
      let words = words("snapshot,journal", "move-page,open-page").map { $0 == "3" ? "100" : $0 }
      let running = try bench.start(words)
      try running.wait {
        MomentsReport.read(bench.path("out/moments.json"))?.stores.isEmpty == false
      }
      running.signalGroup(SIGINT)
      let run = try running.end()
      #expect(run.status == 130, "\(run.errors)")
      let report = try #require(MomentsReport.read(bench.path("out/moments.json")))
      #expect(report.isInterrupted)
      #expect(report.stores[0].moments.count == 3)
      #expect(report.stores.flatMap(\.moments).allSatisfy { $0.status != .failed })
      #expect(run.output.contains("Interrupted: this is what was measured before."))
      #expect(!bench.exists("store"))
    }

    @Test("A dry run does nothing, and a report that is not ours is left alone")
    func refusals() throws {
      let bench = try Bench()
      let dry = try bench.run(words("snapshot", "export") + ["--dry-run"])
      #expect(dry.status == 0, "\(dry.errors)")
      #expect(dry.output.contains("Measures 1 moment of 1 store, each 3 times"))
      #expect(!bench.exists("out") && !bench.exists("store"))
      _ = try bench.directory.write(Array("mine".utf8), to: "moments.md")
      var words = words("snapshot", "export")
      words[words.count - 1] = "."
      let run = try bench.run(words)
      #expect(run.status == 64)
      #expect(run.errors.contains("is no report of this program, and was left alone"))
      #expect(try bench.directory.read("moments.md") == Array("mine".utf8))
      try FileManager.default.createDirectory(
        atPath: bench.path("store"), withIntermediateDirectories: false)
      _ = try bench.directory.write([1], to: "store/thesis.txt")
      let foreign = try bench.run(self.words("snapshot", "export") + ["--dry-run"])
      #expect(foreign.status == 64)
      #expect(foreign.errors.contains("nothing was touched, give --store another directory"))
    }
  }
}
