import InkCrash
import Testing

/// Garbage is what a file shows where it has grown over bytes that were never written, and nowhere else.
@Suite struct GarbageTests {
  private static func outcomes(_ profile: String) throws -> Set<String> {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("oldold"))]))
    log.truncate("a", to: 0)
    log.write("a", bytes("new"))
    return try log.model().outcomes(InkCrashTests.profile(profile))
  }

  @Test("Where the shrink is forgotten too, the bytes that it had taken away are there")
  func forgottenShrink() throws {
    #expect(try Self.outcomes("ext4-writeback") == ["a=oldold", "a=", "a=[3×0]", "a=[3×a5]", "a=new"])
  }

  @Test("Bytes that outlive the shrink before them lie on the old ones")
  func strict() throws {
    #expect(
      try Self.outcomes("posix-strict") == ["a=oldold", "a=newold", "a=", "a=[3×0]", "a=[3×a5]", "a=new"])
  }
}
