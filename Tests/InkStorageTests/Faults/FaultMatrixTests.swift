import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

@testable import InkStorage

/// Every call that a store makes goes wrong once, in every way that it can.
///
/// The tap belongs to its process, so that each row has one of its own, in which a store lives through the same small
/// life again and again: with the first call going wrong, with the second, and so on, until a life passes untouched.
@Suite("Faults") struct FaultMatrixTests {
  static let backends = ["snapshot", "snapshot-foundation", "monolith", "journal", "sqlite"]

  @Test("What a signal interrupts is done again, as if nothing had happened", arguments: backends)
  func interruptions(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      var matrix = try FaultMatrix(backend)
      try matrix.run(.error(EINTR))
      matrix.dump("eintr")
      matrix.check(fewestLives: 20)
    }
  }

  @Test("A read or write that moves less than it should goes on", arguments: backends)
  func shortCounts(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      var matrix = try FaultMatrix(backend)
      try matrix.run(.shortCount, of: [.read, .write])
      matrix.dump("short")
      matrix.check(fewestLives: 20)
    }
  }

  @Test("A call that fails loses nothing that was acknowledged, and can be made again", arguments: backends)
  func failures(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      var matrix = try FaultMatrix(backend)
      try matrix.run(.error(EIO))
      matrix.dump("eio")
      matrix.check(fewestLives: 20)
    }
  }

  @Test(
    "Without descriptors or without room, nothing is lost until there are some again", arguments: backends)
  func shortages(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      var matrix = try FaultMatrix(backend)
      try matrix.run(.error(EMFILE), of: [.open], lasts: true)
      try matrix.run(.error(ENOSPC), of: [.write, .resize, .make, .rename], lasts: true)
      matrix.dump("shortage")
      matrix.check(fewestLives: 20)
    }
  }
}
