import Testing

@testable import InkCrash

/// Which disks a log allows, worked out by hand for a few requests.
@Suite struct DeviceCrashTests {
  /// The first letter of each 4 KiB of a disk, as a crash has left it; `.` where nothing was written.
  private func disk(_ crash: DeviceCrashes.Crash, _ crashes: DeviceCrashes, blocks: Int) -> String {
    var letters = [Character](repeating: ".", count: blocks)
    for piece in Array(0..<crash.settled) + crash.kept {
      let (offset, bytes) = crashes.contents(of: piece)
      letters[offset / 4_096] = bytes.first.map { Character(Unicode.Scalar($0)) } ?? "?"
    }
    return String(letters)
  }

  private func disks(_ builder: BlockLogBuilder, from start: Int = 0, blocks: Int = 4) throws -> [String:
    ClosedRange<Int>]
  {
    let crashes = DeviceCrashes(try builder.log(), from: start, crashesMax: 1_000, seed: 1)
    var disks: [String: ClosedRange<Int>] = [:]
    for crash in crashes.crashes {
      let disk = disk(crash, crashes, blocks: blocks)
      let old = disks[disk] ?? crash.entries
      disks[disk] =
        min(old.lowerBound, crash.entries.lowerBound)...max(old.upperBound, crash.entries.upperBound)
    }
    return disks
  }

  private func block(_ letter: String) -> String { String(repeating: letter, count: 8) }

  // Red if a flush held nothing, if it held what follows it, or if a lost write could come back after it.
  @Test("Between two flushes any request may be missing, and what a flush found done never is")
  func flushes() throws {
    var builder = BlockLogBuilder()
    builder.write(0, block("A"))
    builder.write(8, block("B"))
    builder.flush()
    builder.write(16, block("C"))
    #expect(
      try disks(builder) == [
        "....": 0...2, "A...": 1...2, ".B..": 2...2, "AB..": 2...4, "ABC.": 4...4,
      ])
  }

  @Test("A longer request arrives in pieces of 4 KiB, each of which may be missing")
  func pieces() throws {
    var builder = BlockLogBuilder()
    builder.write(0, block("A") + block("B"))
    #expect(Set(try disks(builder).keys) == ["....", "A...", ".B..", "AB.."])
  }

  // Red if the flag of a durable write were not looked at: it could be missing later on.
  @Test("A write that is durable by itself is missing only before it was done")
  func forcedUnit() throws {
    var builder = BlockLogBuilder()
    builder.write(0, block("A"))
    builder.write(8, block("B"), flags: 2)
    builder.write(16, block("C"))
    let disks = try disks(builder)
    #expect(disks["A..."] == 1...1)
    #expect(disks[".B.."] == 2...3)
    #expect(disks["A.C."] == nil)
    #expect(disks["AB.."] == 2...3)
  }

  @Test("What was done before the start is not looked at again, but what was pending there is")
  func start() throws {
    var builder = BlockLogBuilder()
    builder.write(0, block("A"))
    builder.flush()
    builder.write(8, block("B"))
    builder.write(16, block("C"))
    #expect(
      try disks(builder, from: 3) == ["A...": 3...4, "AB..": 3...4, "A.C.": 4...4, "ABC.": 4...4])
  }

  @Test("A discard leaves nothing, and may be missing")
  func discards() throws {
    var builder = BlockLogBuilder()
    builder.write(0, block("A"))
    builder.flush()
    builder.discard(0, count: 8)
    #expect(Set(try disks(builder).keys) == ["....", "A...", "\0..."])
  }

  @Test("A bound on crashes takes some evenly, and the same seed takes the same")
  func bound() throws {
    var builder = BlockLogBuilder()
    for block in 0..<12 { builder.write(UInt64(8 * block), self.block("A")) }
    let log = try builder.log()
    let all = DeviceCrashes(log, from: 0, crashesMax: 1_000, seed: 3).crashes
    let some = DeviceCrashes(log, from: 0, crashesMax: 10, seed: 3).crashes
    #expect(all.count > 30 && some.count == 10)
    #expect(Set(some).isSubset(of: Set(all)))
    #expect(DeviceCrashes(log, from: 0, crashesMax: 1_000, seed: 3).crashes == all)
  }

  // Red if a count that is equal did not count as returned, or if the later end of a crash were forgotten.
  @Test("A crash lies behind every call that had returned by the last moment at which it can come")
  func moments() {
    let moments = CrashMoments(logCounts: [2, 2, 5, 9])
    func crash(_ entries: ClosedRange<Int>) -> DeviceCrashes.Crash {
      DeviceCrashes.Crash(settled: 0, kept: [], entries: entries)
    }
    #expect(moments.returned(at: crash(2...2)) == 1...1)
    #expect(moments.returned(at: crash(4...5)) == 1...2)
    #expect(moments.returned(at: crash(3...12)) == 1...3)
  }
}
