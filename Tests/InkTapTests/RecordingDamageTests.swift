import InkModel
import InkTap
import InkTestFixtures
import Testing

/// A log may come from another process, or from a disk: whatever is wrong with it is an error.
@Suite struct RecordingDamageTests {
  private static func log() throws -> [UInt8] {
    let store = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    let run = try ProbeRun(
      store,
      """
      watch suffix:.content=page
      record 2400 \(outside.path)/log
      mark begun 1 save.autosave
      open a @/1.tmp w,creat
      write a 100
      fsync a
      rename @/1.tmp @/1.content
      mark acknowledged 1 save.autosave
      """)
    #expect(run.status == 0)
    return try outside.read("log")
  }

  /// Reads all of a log; nil for one that is refused.
  private static func read(_ bytes: [UInt8]) -> [RecordedEntry]? {
    do throws(RecordingError) {
      let entries = try Recording(bytes).entries()
      // Whatever is let through can be worked with.
      _ = OperationScript(entries)
      return entries
    } catch {
      return nil
    }
  }

  @Test("A log with any of its bytes changed gives entries or an error")
  func flips() throws {
    let log = try Self.log()
    let whole = try #require(Self.read(log))
    var refused = 0
    var random = SplitMix64(seed: 1)
    for place in log.indices {
      var bytes = log
      bytes[place] ^= UInt8(1 + random.below(255))
      if Self.read(bytes) == nil { refused += 1 }
    }
    #expect(whole.count == 8)
    #expect(refused > 100, "lengths, kinds, roles and numbers are checked")
  }

  @Test("A log of which many bytes are changed gives entries or an error")
  func noise() throws {
    let log = try Self.log()
    var random = SplitMix64(seed: 2)
    for _ in 0..<5_000 {
      var bytes = log
      for _ in 0..<(1 + random.below(8)) {
        let place = 40 + random.below(bytes.count - 40)
        bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(random.below(256))][random.below(6)]
      }
      _ = Self.read(bytes)
    }
  }

  @Test("A log that is cut off is refused, unless only unused room is missing")
  func cuts() throws {
    let log = try Self.log()
    let used = try #require(log.lastIndex { $0 != 0 }) + 1
    for count in 0..<used - 64 { #expect(Self.read(Array(log[..<count])) == nil) }
    #expect(Self.read(log) != nil)
  }

  @Test("What is wrong is said in a sentence")
  func sentences() throws {
    let log = try Self.log()
    #expect(throws: RecordingError.notALog) { try Recording([UInt8](repeating: 7, count: 500)) }
    #expect(throws: RecordingError.notALog) { try Recording(contentsOf: "/nowhere") }
    var newer = log
    newer[8] = 9
    #expect(throws: RecordingError.version(9)) { try Recording(newer) }
    #expect(
      RecordingError.version(9).description
        == "the log of file calls has version 9, and this program reads version 1; read it with the program that wrote it"
    )
    var odd = log
    odd[Recording.headByteCount] &+= 4
    let recording = try Recording(odd)
    #expect(throws: RecordingError.self) { try recording.entries() }
  }
}
