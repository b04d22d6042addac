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
  @Test("The bytes of all files count against a bound, and a reading that is interrupted ends")
  func bounds() throws {
    let place = try TemporaryDirectory()
    let image = StoreImage(
      directories: ["pages"],
      files: [
        .init(path: "document.json", bytes: [UInt8](repeating: 1, count: 60)),
        .init(path: "pages/1.content", bytes: [UInt8](repeating: 2, count: 40)),
      ])
    try image.write(to: place.path)
    #expect(try StoreImage(directory: place.path, atMost: 100) == image)
    #expect(throws: StoreImageError.tooLarge(path: place.path, byteCountMax: 99)) {
      try StoreImage(directory: place.path, atMost: 99)
    }
    #expect(throws: StoreImageError.unreadable(path: place.path, reason: "interrupted")) {
      try StoreImage(directory: place.path, isInterrupted: { true })
    }
    var rounds = 0
    #expect(throws: StoreImageError.self, "also between its files") {
      try StoreImage(directory: place.path) {
        rounds += 1
        return rounds > 3
      }
    }
  }
}
