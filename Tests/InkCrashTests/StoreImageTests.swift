import InkCrash
import InkTestFixtures
import Testing

/// Stores in memory.
@Suite struct StoreImageTests {
  @Test("A store that was written out reads back as it was, and has the same digest")
  func roundTrip() throws {
    let place = try TemporaryDirectory()
    let image = StoreImage(
      directories: ["pages", "assets", "pages/old"],
      files: [
        .init(path: "document.json", bytes: [1, 2, 3]),
        .init(path: "pages/1.content", bytes: [UInt8](repeating: 7, count: 9_000)),
        .init(path: "pages/empty", bytes: []),
      ])
    try image.write(to: place.path)
    let read = try StoreImage(directory: place.path)
    #expect(read == image)
    #expect(read.digest == image.digest)
    #expect(read.bytes(of: "document.json") == [1, 2, 3])
    #expect(read.bytes(of: "pages/2.content") == nil)
  }
}
