import InkModel
import InkTestFixtures

@testable import InkStorage

extension FuzzDecoder {
  /// Page files of any codec, by their reader.
  ///
  /// The header's two checksums are mended. Where the generation is even, so is the payload's length, which
  /// would otherwise hold back every input that grew or shrank.
  static func pageFile(in directory: String) -> FuzzDecoder {
    FuzzDecoder(
      name: "page-file", allocationMaxMegabytes: DeflatedCodec.innerByteCountMax >> 20,
      seeds: {
        try BuiltInCodecs.all.flatMap { codec in
          try seedPages.prefix(3).map { page in
            let environment = environment(directory, codec)
            var writer = PageFileWriter(environment)
            _ = try writer.write(page, to: environment.pagePath, after: [], syncing: false)
            return try bytes(of: environment.pagePath)
          }
        }
      },
      examine: { input in
        var file = input
        mendPageFile(&file)
        let environment = environment(directory, PackedCodec())
        do {
          try Files.replace(environment.pagePath, with: file.rawSpan, syncing: false)
        } catch { return .broken("the input can't be written: \(error)") }
        return readPageFile(environment)
      })
  }

  private static let page = PageID(rawValue: 1)

  private static func environment(_ directory: String, _ codec: any PageCodec) -> StoreEnvironment {
    StoreEnvironment(directory: directory, durability: .processCrash, codec: codec)
  }

  static func bytes(of path: String) throws -> [UInt8] { try Files.read(path) ?? [] }

  private static func mendPageFile(_ file: inout [UInt8]) {
    guard file.count >= PageFileHeader.byteCount else { return }
    let referencesEnd = PageFileHeader.byteCount + Int(file.rawSpan.uint32(at: 12)) * 8
    guard referencesEnd <= file.count else { return }
    if file[40].isMultiple(of: 2) { file.put(UInt64(file.count - referencesEnd), at: 48) }
    let head = file.checksum(of: PageFileHeader.byteCount..<referencesEnd, from: file.checksum(of: 0..<56))
    file.put(head, at: 56)
    let body = file.checksum(of: PageFileHeader.byteCount..<file.count)
    file.put(file.checksum(of: 0..<60, from: body), at: 60)
  }

  /// Reads the file, and if that goes, writes its page with the same codec and reads it again.
  private static func readPageFile(_ environment: StoreEnvironment) -> FuzzVerdict {
    var reader = PageFileReader(environment)
    var page = Page(id: Self.page)
    let header: PageFileHeader
    do throws(StorageError) {
      header = try reader.read(environment.pagePath, of: page.id, into: &page)
      _ = try reader.readReferences(environment.pagePath, of: page.id)
    } catch {
      return page.elements.isEmpty && page.arena.points.isEmpty
        ? .refusal(error.description) : .broken("a refused page is not empty")
    }
    guard let codec = BuiltInCodecs.named(header.codec) else { return .broken("an unknown codec was read") }
    var writer = PageFileWriter(Self.environment(environment.directory, codec))
    var again = Page(id: page.id)
    do throws(StorageError) {
      _ = try writer.write(page, to: environment.pagePath, after: [header.generation], syncing: false)
      _ = try reader.read(environment.pagePath, of: page.id, into: &again)
      let references = try reader.readReferences(environment.pagePath, of: page.id)
      guard references == PageFileWriter.references(of: page) else { return .broken("other references") }
    } catch { return .broken("what was read and written again is refused: \(error)") }
    return again.firstDifference(from: page).map { .broken("after a round trip, \($0)") } ?? .accepted
  }
}

extension StoreEnvironment {
  fileprivate var pagePath: String { directory + "/page" }
}

extension [UInt8] {
  func checksum(of range: Range<Int>, from earlier: UInt32 = 0) -> UInt32 {
    InkStorage.checksum(rawSpan.extracting(range), from: earlier)
  }

  /// Overwrites an integer, little endian.
  mutating func put<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
    for index in 0..<MemoryLayout<Value>.size {
      self[offset + index] = UInt8(truncatingIfNeeded: value >> Value(8 * index))
    }
  }
}
