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

  @Test(
    "A file comes back as it was written, compressed or not, and no further than asked",
    arguments: ["a", "a.gz"])
  func reading(name: String) throws {
    let path = directory.path + "/" + name
    let bytes = (0..<200_000 as Range<Int>).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    try WholeFile.write(bytes, to: path)
    #expect(try directory.read(name).starts(with: [0x1F, 0x8B]) == (name == "a.gz"))
    #expect(try WholeFile.read(path, byteCountMax: 1 << 20) == bytes)
    #expect(try WholeFile.read(path, byteCountMax: bytes.count) == bytes)
    #expect(try WholeFile.read(path, byteCountMax: 70_000) == Array(bytes.prefix(70_001)))
    #expect(WholeFile.start(of: path) == Array(bytes.prefix(512)))
    #expect(throws: TraceError.self) { try WholeFile.read(path + ".none", byteCountMax: 1) }
    #expect(WholeFile.start(of: path + ".none").isEmpty)
  }

  @Test("What is no regular file is left alone")
  func special() throws {
    #expect(throws: TraceError.self) { try WholeFile.write([1], to: directory.path) }
    #expect(throws: TraceError.self) { try WholeFile.write([1], to: "/dev/null") }
    #expect(throws: TraceError.self) { try WholeFile.write([1], to: directory.path + "/none/x.svg") }
    #expect(names.isEmpty)
  }
}
