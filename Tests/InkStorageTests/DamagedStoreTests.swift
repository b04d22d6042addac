import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Whatever happens to the files of a closed store, opening it gives what was kept, says what was lost, or
/// says why it can't be opened; and nothing is lost to it that the damage has spared.
@Suite("Damaged stores of level 0") struct DamagedStoreTests {
  static let backends = ["snapshot", "monolith"]

  /// Damages one file, opens the store, and puts the file back: everything must be there again.
  private func damage(
    _ name: String, to bytes: [UInt8]?, _ store: SoundStore, _ comment: String
  ) throws -> [String] {
    if let bytes {
      _ = try store.directory.write(bytes, to: name)
    } else {
      try SystemCalls.remove(store.path(name))
    }
    let losses = try store.losses(comment)
    for other in store.truth where other != name {
      #expect(try store.directory.read(other) == store.files[other], "\(comment): \(other) was touched")
    }
    if let bytes, store.truth.contains(name) {
      #expect(try store.directory.read(name) == bytes, "\(comment): the damaged file was touched")
    }
    try store.restore([name])
    return losses
  }

  @Test("No byte of any file can change without a word", arguments: backends)
  func flips(backend: String) throws {
    let store = try SoundStore(backend)
    for name in store.truth {
      let sound = try #require(store.files[name])
      for offset in sound.indices {
        var bytes = sound
        bytes[offset] ^= 1 << UInt8(offset % 8)
        let losses = try damage(name, to: bytes, store, "\(name), byte \(offset)")
        #expect(losses.count == 1 && losses[0].contains(name), "\(name), byte \(offset): \(losses)")
      }
    }
    #expect(try store.losses("at the end").isEmpty)
  }

  @Test("A file cut short anywhere is a stated loss", arguments: backends)
  func truncations(backend: String) throws {
    let store = try SoundStore(backend)
    for name in store.truth {
      let sound = try #require(store.files[name])
      for percent in 0..<100 {
        let bytes = Array(sound.prefix(sound.count * percent / 100))
        let losses = try damage(name, to: bytes, store, "\(name), \(percent) %")
        #expect(losses.count == 1 && losses[0].contains(name), "\(name), \(percent) %: \(losses)")
      }
      let longer = try damage(name, to: sound + [0], store, "\(name), one byte more")
      #expect(longer.count == 1 && longer[0].contains(name), "\(name): \(longer)")
    }
  }

  @Test(
    "A missing file is a stated loss, and its place is not filled with something empty", arguments: backends)
  func missing(backend: String) throws {
    let store = try SoundStore(backend)
    for name in store.truth {
      let losses = try damage(name, to: nil, store, "\(name) missing")
      #expect(losses.count == 1, "\(name): \(losses)")
    }
    #expect(try store.losses("at the end").isEmpty)
  }

  @Test("Files that have changed places are noticed", arguments: [("pages", 2), ("assets", 2)])
  func swapped(folder: String, count: Int) throws {
    let store = try SoundStore("snapshot")
    let names = store.truth.filter { $0.contains("/\(folder)/") }
    #expect(names.count == count)
    _ = try store.directory.write(try #require(store.files[names[0]]), to: names[1])
    _ = try store.directory.write(try #require(store.files[names[1]]), to: names[0])
    let losses = try store.losses("swapped")
    #expect(losses.count == 2 && losses.allSatisfy { $0.contains("it holds") }, "\(losses)")
    try store.restore(names)
    #expect(try store.losses("swapped back").isEmpty)
  }

  @Test("Caches in any state change nothing, and the shelf shows the truth")
  func caches() throws {
    let store = try SoundStore("snapshot")
    for name in store.files.keys.sorted() where !store.truth.contains(name) {
      let sound = try #require(store.files[name])
      for offset in sound.indices {
        var bytes = sound
        bytes[offset] ^= 1 << UInt8(offset % 8)
        _ = try store.directory.write(bytes, to: name)
        let entry = try #require(try store.start().listLibrary().first)
        #expect(entry.title == store.info.title && entry.pageCount == 2, "\(name), byte \(offset)")
        #expect(try store.losses("\(name), byte \(offset)").isEmpty)
      }
    }
  }

  @Test("A newer version of any file is refused as such and left as it is", arguments: backends)
  func newerVersions(backend: String) throws {
    let store = try SoundStore(backend)
    for name in store.truth {
      var bytes = try #require(store.files[name])
      switch name {
      case _ where name.hasSuffix(".json"):
        bytes = Array(
          String(decoding: bytes, as: UTF8.self).replacing("version\":2", with: "version\":9").utf8)
      case _ where name.hasSuffix(".jpg"): bytes[bytes.count - AssetFile.sealByteCount + 8] = 9
      default: bytes[8] = 9
      }
      let losses = try damage(name, to: bytes, store, "\(name) of version 9")
      #expect(losses.count == 1 && losses[0].contains("has format version 9"), "\(name): \(losses)")
    }
  }

  @Test("Shuffled bytes of a notebook never crash a reader or pass for one")
  func fuzzedNotebook() throws {
    let store = try SoundStore("monolith")
    let sound = try #require(store.files.values.first)
    var random = SplitMix64(seed: 21)
    var read = 0
    for round in 0..<3_000 {
      var bytes = sound
      for _ in 0...random.below(6) {
        bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      // Half of the checksums are made to fit, so that the reader behind them is tried.
      let list = Int(truncatingIfNeeded: bytes.rawSpan.uint64(at: 24))
      if round.isMultiple(of: 2), (0..<bytes.count - 48).contains(list) {
        seal(&bytes, checksum(bytes.rawSpan.extracting(48 + list..<bytes.count)), at: 40)
        seal(&bytes, checksum(bytes.rawSpan.extracting(16..<48 + list)), at: 12)
      }
      guard bytes != sound else { continue }
      do throws(StorageError) {
        let notebook = try NotebookFile.decode(bytes, path: "/n")
        #expect(notebook.info == store.info && Set(notebook.pages.keys) == Set(store.pages.map(\.id)))
        read += 1
      } catch {
        #expect(error.description.hasPrefix("'/n'"))
      }
    }
    // Some bytes of ink and of the time of change may change; most of the others may not.
    #expect(read > 0 && read < 600)
  }

  @Test("A page's codec that no codec can be called is refused, since no save could write it again")
  func malformedCodecNames() throws {
    for name in ["our-codec.2", "", "Packed", "a b", "a\u{1B}", "\u{FFFD}"] {
      var notebook = NotebookFile(info: Fixtures.document(pages: 1), modifiedMilliseconds: 1)
      notebook.pages = [PageID(rawValue: 1): NotebookPage(codec: name, references: [], content: [1])]
      var buffer = ByteBuffer()
      var body = ByteBuffer()
      notebook.encode(into: &buffer, body: &body)
      let file = [UInt8](copying: buffer.bytes)
      if name == "our-codec.2" {
        #expect(try NotebookFile.decode(file, path: "/n").pages[PageID(rawValue: 1)]?.codec == name)
      } else {
        #expect(
          throws: StorageError.damaged(path: "/n", reason: "the section at byte 0 makes no sense"),
          "'\(name)'"
        ) { try NotebookFile.decode(file, path: "/n") }
      }
    }
  }

  private func seal(_ bytes: inout [UInt8], _ checksum: UInt32, at offset: Int) {
    for place in 0..<4 { bytes[offset + place] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * place)) }
  }
}
