import FoundationEssentials
import InkTestFixtures
import InkTrace
import Testing

@Suite("Writing whole files") struct WholeFileTests {
  private let directory: TemporaryDirectory
  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()) ?? []
  }

  init() throws { directory = try TemporaryDirectory() }

  @Test("A file takes the place of the one before, through a link as well, and leaves nothing else")
  func replacing() throws {
    _ = try directory.write([1, 2, 3], to: "real.svg")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/link.svg", withDestinationPath: "real.svg")
    try WholeFile.write([4, 5], to: directory.path + "/link.svg")
    #expect(try directory.read("real.svg") == [4, 5])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: directory.path + "/link.svg") == "real.svg")
    #expect(names == ["link.svg", "real.svg"])
  }

  @Test("What is no regular file is left alone")
  func special() throws {
    #expect(throws: TraceError.self) { try WholeFile.write([1], to: directory.path) }
    #expect(throws: TraceError.self) { try WholeFile.write([1], to: "/dev/null") }
    #expect(throws: TraceError.self) { try WholeFile.write([1], to: directory.path + "/none/x.svg") }
    #expect(names.isEmpty)
  }
}
