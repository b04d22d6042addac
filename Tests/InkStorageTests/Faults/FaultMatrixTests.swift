import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

@testable import InkStorage

/// Every call that a store makes goes wrong once, in every way that it can.
///
/// The tap belongs to its process, so that each row has one of its own, in which a store lives through the
/// same small life again and again: with the first call going wrong, with the second, and so on, until a life
/// passes untouched.
@Suite("Faults") struct FaultMatrixTests {
  static let backends = ["snapshot", "snapshot-foundation", "monolith", "journal", "sqlite"]

  @Test("What a signal interrupts is done again, as if nothing had happened", arguments: backends)
  func interruptions(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      var matrix = try FaultMatrix(backend)
      try matrix.run(.error(EINTR))
      matrix.check(isInterruption: true)
    }
  }

  @Test(
    "A read or write that moves less than it should goes on",
    arguments: backends.filter { $0 != SnapshotFoundation.traits.name })
  func shortCounts(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      var matrix = try FaultMatrix(backend)
      try matrix.run(.shortCount, of: [.read, .write])
      matrix.check()
    }
  }

  @Test("Foundation goes on with the wrong bytes after a short write, and the page does not pass for one")
  func shortWritesOfFoundation() async {
    await #expect(processExitsWith: .success) {
      var matrix = try FaultMatrix(SnapshotFoundation.traits.name)
      try matrix.run(.shortCount, of: [.write])
      // If this fails, Foundation has been mended, and its row belongs to those above.
      #expect(!matrix.violations.isEmpty)
      #expect(
        matrix.violations.allSatisfy { $0.contains("is damaged: ") || $0.contains("has format version") })
    }
  }

  @Test("A call that fails loses nothing that was acknowledged, and can be made again", arguments: backends)
  func failures(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      var matrix = try FaultMatrix(backend)
      try matrix.run(.error(EIO))
      matrix.check()
    }
  }

  @Test(
    "Without descriptors or without room, nothing is lost until there are some again", arguments: backends)
  func shortages(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      var matrix = try FaultMatrix(backend)
      try matrix.run(.error(EMFILE), of: [.open], lasts: true)
      try matrix.run(.error(ENOSPC), of: [.write, .resize, .make, .rename], lasts: true)
      matrix.check()
    }
  }

  @Test(
    "Presets keep the same rules",
    arguments: [
      ("snapshot-kept", "json"), ("snapshot-thumbnails", "varint"), ("journal-hybrid", "json"),
      ("sqlite-grdb", "packed"), ("sqlite-vacuum", "packed"), ("sqlite-backup", "packed"),
    ])
  func presets(backend: String, codec: String) async {
    await #expect(processExitsWith: .success) { [backend, codec] in
      var matrix = try FaultMatrix(backend, codec: codec)
      // Their own calls are few; the others are those of the rows above.
      try matrix.run(.error(EIO), every: 5)
      matrix.check()
    }
  }
}
