import InkModel
import InkTestFixtures

@testable import InkStorage

extension FuzzDecoder {
  /// Journals of pages and of lists, replayed onto a small page or a list of three pages.
  ///
  /// The header and the frames get checksums that fit, each frame under its own place. Where the generation
  /// is odd, its next three bits number a frame that is broken afterwards: what stands behind it is then
  /// searched for, and decides between a save cut short and damage.
  static func journal(in directory: String) -> FuzzDecoder {
    FuzzDecoder(
      name: "journal", allocationMaxMegabytes: DeflatedCodec.innerByteCountMax >> 20,
      seeds: { pageJournals + [listJournal(generation: 0)] },
      hostileSeeds: [listJournal(generation: 3), listJournal(generation: 5)],
      examine: { input in
        let journal = mendJournal(input)
        let path = directory + "/journal"
        do throws(StorageError) {
          try Files.replace(path, with: journal.rawSpan, syncing: false)
        } catch { return .broken("the input can't be written: \(error)") }
        return journal.count >= 16 && journal.rawSpan.uint32(at: 12) == JournalSubject.Kind.list.rawValue
          ? replayList(path, journal) : replayPage(path, journal)
      })
  }

  // MARK: - Sound journals

  private static let snapshot = Fixtures.page(strokes: 3, pointsPerStroke: 2, opaqueBytesPerStroke: 1)

  private static var pageJournals: [[UInt8]] {
    let arena = snapshot.arena
    var pieces: [Stroke] = []
    for case .stroke(var stroke) in snapshot.elements.prefix(2) {
      stroke.id.rawValue += 10
      pieces.append(stroke)
    }
    let image = PlacedImage(
      id: ElementID(rawValue: 9), frame: Frame(x: 1, y: 2, width: 3, height: 4), asset: AssetID(rawValue: 5))
    let ids = [ElementID(rawValue: 1), ElementID(rawValue: 3)]
    let saves: [[Edit]] = [
      [.put(.stroke(pieces[0]), index: 1), .put(.image(image), index: 0)], [.move(ids, dx: -5, dy: .max)],
      [.remove(ElementID(rawValue: 3)), .replace(ElementID(rawValue: 2), pieces: [pieces[1]])],
      [.replace(ElementID(rawValue: 1), pieces: [])],
    ]
    return BuiltInCodecs.all.map { codec in
      journal(codec, JournalHeader(codec: codec.name, subject: .page(snapshot.id), generation: 0)) { writer in
        var encoder = PageEditWriter(
          StoreEnvironment(directory: "", durability: .processCrash, codec: codec))
        for (index, edits) in saves.enumerated() {
          if index > 0 { writer.next() }
          let change = PageChange(page: snapshot, edits: edits, arena: arena)
          encoder.encode(change, into: &writer.writer)
        }
      }
    }
  }

  private static func listJournal(generation: UInt64) -> [UInt8] {
    let info = Fixtures.document(pages: 3)
    let edits: [PageListEdit] = [
      .added(PageInfo(id: PageID(rawValue: 7)), index: 1), .moved(PageID(rawValue: 7), index: 3),
      .deleted(PageID(rawValue: 2)),
    ]
    let header = JournalHeader(codec: "", subject: .list(of: info.id), generation: generation)
    return journal(PackedCodec(), header) { writer in
      for (index, edit) in edits.enumerated() {
        if index > 0 { writer.next() }
        edit.encode(into: &writer.writer)
      }
    }
  }

  /// A writer of several saves, and the bytes of those before the one that it is writing.
  private struct Saves: ~Copyable {
    var writer = JournalWriter()
    var bytes: [UInt8] = []

    mutating func next() {
      bytes += [UInt8](copying: writer.buffer.bytes)
      writer.begin(at: bytes.count, under: writer.headerChecksum, earlierIsKept: true)
    }
  }

  private static func journal(
    _ codec: any PageCodec, _ header: JournalHeader, _ write: (inout Saves) -> Void
  ) -> [UInt8] {
    var saves = Saves()
    saves.writer.begin(header)
    write(&saves)
    saves.next()
    return saves.bytes
  }

  // MARK: - Checksums

  private static func mendJournal(_ input: [UInt8]) -> [UInt8] {
    guard input.count >= JournalFormat.headerByteCount else { return input }
    var bytes = input
    let key = bytes.checksum(of: 0..<60)
    bytes.put(key, at: 60)
    var frames: [Range<Int>] = []
    var start = JournalFormat.headerByteCount
    while bytes.count - start >= JournalFormat.frameHeaderByteCount {
      let payload = start + JournalFormat.frameHeaderByteCount
      let end = payload + Int(bytes.rawSpan.uint32(at: start))
      guard end <= bytes.count else { break }
      let length = bytes.checksum(of: start..<start + 4, from: key ^ UInt32(start))
      let head = bytes.checksum(of: start + 8..<start + 9, from: length)
      bytes.put(head, at: start + 9)
      bytes.put(bytes.checksum(of: payload..<end, from: head), at: start + 4)
      frames.append(start..<end)
      start = end
    }
    let generation = bytes[40]
    let broken = Int(generation >> 1 & 7)
    if generation & 1 != 0, broken < frames.count { bytes[frames[broken].lowerBound + 4] ^= 1 }
    return bytes
  }

  // MARK: - Replay

  /// Replays a page's journal; what counts of it must by itself lead to the same page.
  private static func replayPage(_ path: String, _ journal: [UInt8]) -> FuzzVerdict {
    let environment = StoreEnvironment(directory: "", durability: .processCrash, codec: PackedCodec())
    var reader = PageEditReader(environment)
    let generation = journal.count >= 48 ? journal.rawSpan.uint64(at: 40) : 0
    var page = snapshot
    let outcome: JournalReader.Outcome
    do throws(StorageError) {
      outcome = try reader.replay(path, generation: generation, onto: &page)
    } catch { return .refusal(error.description) }
    var again = snapshot
    do throws(StorageError) {
      try keepWhole(outcome, of: journal, at: path)
      let whole = try reader.replay(path, generation: generation, onto: &again)
      guard !whole.isTorn, whole.length == outcome.length else { return .broken("a whole journal is torn") }
    } catch { return .broken("what counts of the journal is refused: \(error)") }
    if let difference = again.firstDifference(from: page) { return .broken("replayed again, \(difference)") }
    return written(page, PackedCodec())
  }

  private static func replayList(_ path: String, _ journal: [UInt8]) -> FuzzVerdict {
    var reader = JournalReader()
    let generation = journal.count >= 48 ? journal.rawSpan.uint64(at: 40) : 0
    var info = Fixtures.document(pages: 3)
    let outcome: JournalReader.Outcome
    do throws(StorageError) {
      outcome = try reader.replay(path, generation: generation, onto: &info)
    } catch { return .refusal(error.description) }
    guard Set(info.pages.map(\.id)).count == info.pages.count else {
      return .broken("a page is listed twice")
    }
    var again = Fixtures.document(pages: 3)
    do throws(StorageError) {
      try keepWhole(outcome, of: journal, at: path)
      _ = try reader.replay(path, generation: generation, onto: &again)
      guard again == info else { return .broken("replayed again the list differs") }
      var list = ByteBuffer()
      DocumentFile.encode(info, generation: generation, into: &list)
      let content = try DocumentFile.decode(list.bytes, path: "document.json")
      guard content.info == info, content.generation == generation else {
        return .broken("after a round trip the list differs")
      }
    } catch { return .broken("what was read and written again is refused: \(error)") }
    return .accepted
  }

  /// Cuts the journal where its last whole save ends.
  private static func keepWhole(
    _ outcome: JournalReader.Outcome, of journal: [UInt8], at path: String
  ) throws(StorageError) {
    try Files.replace(path, with: journal.rawSpan.extracting(0..<outcome.length), syncing: false)
  }
}
