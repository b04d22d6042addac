import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Page files") struct PageFileTests {
  private func environment(
    _ directory: TemporaryDirectory, _ codec: String = "packed"
  ) throws -> StoreEnvironment {
    StoreEnvironment(
      directory: directory.path, durability: .processCrash, codec: try #require(BuiltInCodecs.named(codec)))
  }

  @Test(
    "Pages come back from files, with all fields and what they name", arguments: BuiltInCodecs.all.map(\.name)
  )
  func roundTrip(codec: String) throws {
    let directory = try TemporaryDirectory.inMemory()
    var writer = PageFileWriter(try environment(directory, codec))
    var reader = PageFileReader(try environment(directory, codec))
    var back = Page(id: PageID(rawValue: 0))
    for seed in 0..<60 as Range<UInt64> {
      let page = RandomPages.page(seed: seed, elements: Int(seed))
      let path = directory.path + "/page"
      let written = try writer.write(page, to: path, after: [], syncing: false)
      back.reset(id: page.id)
      let header = try reader.read(path, of: page.id, into: &back)
      #expect(back.firstDifference(from: page) == nil)
      #expect(header.generation == written.generation && header.fileLength == written.byteCount)
      let named = Set(
        page.elements.compactMap { if case .image(let image) = $0 { image.asset } else { nil } })
      #expect(try Set(reader.readReferences(path, of: page.id)) == named)
    }
  }

  @Test("No byte of a page file can change unnoticed", arguments: BuiltInCodecs.all.map(\.name))
  func flips(codec: String) throws {
    let directory = try TemporaryDirectory.inMemory()
    var writer = PageFileWriter(try environment(directory, codec))
    var reader = PageFileReader(try environment(directory, codec))
    let page = Fixtures.page(strokes: 11, pointsPerStroke: 2, images: true, opaqueBytesPerStroke: 2)
    let path = directory.path + "/page"
    _ = try writer.write(page, to: path, after: [], syncing: false)
    let sound = try directory.read("page")
    var back = Page(id: page.id)
    for offset in sound.indices {
      var bytes = sound
      bytes[offset] ^= 1 << UInt8(offset % 8)
      _ = try directory.write(bytes, to: "page")
      back.reset(id: page.id)
      #expect(throws: StorageError.self, "byte \(offset)") { try reader.read(path, of: page.id, into: &back) }
      #expect(back.elements.isEmpty)
    }
    for count in sound.indices {
      _ = try directory.write(Array(sound.prefix(count)), to: "page")
      #expect(throws: StorageError.self, "\(count) bytes") { try reader.read(path, of: page.id, into: &back) }
    }
  }

  @Test("A page under another page's name is noticed")
  func identity() throws {
    let directory = try TemporaryDirectory.inMemory()
    var writer = PageFileWriter(try environment(directory))
    var reader = PageFileReader(try environment(directory))
    let page = Fixtures.page(id: PageID(rawValue: 5), strokes: 1)
    let path = directory.path + "/page"
    _ = try writer.write(page, to: path, after: [], syncing: false)
    var back = Page(id: PageID(rawValue: 6))
    #expect(throws: StorageError.damaged(path: path, reason: "it holds page 0000000000000005")) {
      try reader.read(path, of: PageID(rawValue: 6), into: &back)
    }
  }

  @Test("A page of a newer version is refused as such")
  func versions() throws {
    let directory = try TemporaryDirectory.inMemory()
    var writer = PageFileWriter(try environment(directory))
    var reader = PageFileReader(try environment(directory))
    let path = directory.path + "/page"
    _ = try writer.write(Fixtures.page(strokes: 1), to: path, after: [], syncing: false)
    var bytes = try directory.read("page")
    bytes[8] = 2
    _ = try directory.write(bytes, to: "page")
    var back = Page(id: PageID(rawValue: 1))
    #expect(throws: StorageError.unsupportedVersion(path: path, found: 2, newestKnown: 1)) {
      try reader.read(path, of: back.id, into: &back)
    }
  }

  @Test("Generations differ with content and history")
  func generations() throws {
    let directory = try TemporaryDirectory.inMemory()
    var writer = PageFileWriter(try environment(directory))
    let path = directory.path + "/page"
    let page = Fixtures.page(strokes: 1)
    let other = Fixtures.page(strokes: 2)
    let first = try writer.write(page, to: path, after: [], syncing: false).generation
    let second = try writer.write(page, to: path, after: [first], syncing: false).generation
    let third = try writer.write(other, to: path, after: [first], syncing: false).generation
    let fourth = try writer.write(page, to: path, after: [first, second], syncing: false).generation
    #expect(Set([first, second, third, fourth]).count == 4)
    #expect(try writer.write(page, to: path, after: [first], syncing: false).generation == second)
  }

  @Test("The header has its published layout")
  func layout() throws {
    let directory = try TemporaryDirectory.inMemory()
    var writer = PageFileWriter(try environment(directory))
    let page = Fixtures.page(id: PageID(rawValue: 0x0102), strokes: 10, images: true)
    _ = try writer.write(page, to: directory.path + "/page", after: [], syncing: false)
    let bytes = try directory.read("page")
    #expect(Array(bytes[0..<16]) == Array("InkPage\0".utf8) + [1, 0, 0, 0, 1, 0, 0, 0])
    #expect(
      Array(bytes[16..<40]) == Array("packed".utf8) + [UInt8](repeating: 0, count: 10) + [
        2, 1, 0, 0, 0, 0, 0, 0,
      ])
    #expect(bytes.rawSpan.uint64(at: 48) == UInt64(bytes.count - 64 - 8))
    #expect(bytes.rawSpan.uint64(at: 64) == 509)
    #expect(checksum(Array("123456789".utf8).rawSpan) == 0xCBF4_3926)
    #expect(
      bytes.rawSpan.uint32(at: 60)
        == checksum(
          bytes.rawSpan.extracting(0..<60), from: checksum(bytes.rawSpan.extracting(64..<bytes.count))))
  }
}
