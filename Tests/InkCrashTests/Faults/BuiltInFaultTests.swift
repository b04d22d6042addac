import InkModel
import InkReport
import InkStorage
import InkTestFixtures
import Testing

@testable import InkCrash

/// The built-in stores keep their promises whatever goes wrong.
@Suite("Built-in stores under faults") struct BuiltInFaultTests {
  /// Lives of each fault; a run of the command tries hundreds.
  private static let lives = 6

  @Test(
    "Built-in stores report, keep and work on, at moments spread over a short session",
    arguments: ["snapshot", "journal", "sqlite"])
  func all(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      for fault in FaultMoment.all where fault.fault != .fullDisk {
        for life in try FaultBench(backend).lives(fault, Self.lives) {
          #expect(!life.isBroken, "\(fault.text): \(life.seen ?? "")")
          #expect(life.failure == nil, "\(fault.text)")
        }
      }
    }
  }

  @Test(
    "Whichever sync fails, of a file or a directory, no acknowledged name or byte is lost by a power cut",
    arguments: [
      "snapshot", "snapshot-foundation", "monolith", "journal", "sqlite", "sqlite-assets-inside",
    ])
  func everySync(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      for span in FaultSpan.allCases {
        let lives = try FaultBench(backend).lives(FaultMoment(.failedSync, span))
        #expect(lives.count > 20 && lives.contains { $0.reported > 0 })
        for (index, life) in lives.enumerated() {
          #expect(!life.isBroken, "failed-sync \(span) @\(index + 1): \(life.seen ?? "")")
        }
      }
    }
  }

  @Test("A directory for images whose name a failed sync has lost is made anew")
  func imageDirectory() async {
    await #expect(processExitsWith: .success) {
      let sqlite = try #require(BuiltInBackends.named("sqlite"))
      let bench = try FaultBench(sqlite, session: FaultBench.sessionWithLargeImage)
      let lives = try bench.lives(FaultMoment(.failedSync, .once))
      #expect(lives.count > 10 && lives.contains { $0.reported > 0 })
      for (index, life) in lives.enumerated() {
        #expect(!life.isBroken, "failed-sync@\(index + 1): \(life.seen ?? "")")
      }
    }
  }

  @Test(
    "A file system that is really full is no more than a wait", arguments: ["snapshot", "journal", "sqlite"])
  func fullDisk(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      let full = FaultMoment(.fullDisk, .lasting)
      // Who may not mount is told so, and there is nothing to be tried.
      if case .skipped(let reason)? = try FaultBench(backend).answers([full]).first {
        #expect(reason.contains("root") || reason.contains("mounted"))
        return
      }
      let lives = try FaultBench(backend).lives(full, Self.lives)
      #expect(lives.contains { $0.reported > 0 }, "the disk was never full")
      for life in lives { #expect(!life.isBroken, "\(life.seen ?? "")") }
    }
  }

  @Test("The same moments come to the same verdicts", arguments: ["journal", "sqlite"])
  func repeatable(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      let fault = FaultMoment(.ioError, .once)
      let first = try FaultBench(backend).lives(fault, 10)
      let second = try FaultBench(backend).lives(fault, 10)
      #expect(!first.isEmpty && first == second)
    }
  }
}
