import InkModel
import InkTestFixtures

@testable import InkStorage

extension FuzzDecoder {
  /// Whole notebooks.
  ///
  /// The input is a notebook file whose body is *not* deflated and whose list has no seal: both are done
  /// here, and lengths and checksums are set. Where the head's spare bytes are not zero, the input is a file
  /// as it stands, of which only the checksums and those bytes are mended.
  static let notebook = FuzzDecoder(
    name: "notebook", allocationMaxMegabytes: 16,
    seeds: {
      let files = seedNotebooks
      return try files.map(inflated)
        + files.map {
          var file = whole($0)
          file.put(UInt32(1), at: spareOffset)
          return file
        }
    },
    examine: { input in
      let file = notebookFile(input)
      let notebook: NotebookFile
      do throws(StorageError) {
        notebook = try NotebookFile.decode(file, path: "notebook")
      } catch { return .refusal(error.description) }
      do throws(StorageError) {
        let again = try NotebookFile.decode(whole(notebook), path: "notebook")
        return again.hasSameContent(as: notebook) ? .accepted : .broken("after a round trip it differs")
      } catch { return .broken("what was read and written again is refused: \(error)") }
    })

  private static var seedNotebooks: [NotebookFile] {
    let page = Fixtures.page(strokes: 2, pointsPerStroke: 2)
    let content = NotebookPage(
      codec: "packed", references: [AssetID(rawValue: 7)], content: encoded(page, PackedCodec()))
    var full = NotebookFile(info: Fixtures.document(pages: 2), modifiedMilliseconds: 9)
    full.pages = [PageID(rawValue: 1): content, PageID(rawValue: 2): content]
    full.assets = [AssetID(rawValue: 7): [1, 2, 3], AssetID(rawValue: 8): []]
    return [full, NotebookFile(info: Fixtures.document(pages: 0), modifiedMilliseconds: .max)]
  }

  private static func whole(_ notebook: NotebookFile) -> [UInt8] {
    var buffer = ByteBuffer()
    var body = ByteBuffer()
    notebook.encode(into: &buffer, body: &body)
    return [UInt8](copying: buffer.bytes)
  }

  /// A notebook as an input whose body lies open, its list without a seal.
  private static func inflated(_ notebook: NotebookFile) throws -> [UInt8] {
    let file = whole(notebook)
    let bodyStart = headByteCount + Int(file.rawSpan.uint64(at: 24))
    let stream = file.rawSpan.extracting(bodyStart..<file.count)
    var content = try Deflation.inflate(stream, to: Int(file.rawSpan.uint64(at: 32)))
    let body = try content.readBytes(content.remaining) { [UInt8](copying: $0) }
    let listEnd = bodyStart - SealedText.byteCount
    var input = Array(file[..<listEnd]) + body
    input.put(UInt64(listEnd - headByteCount), at: 24)
    return input
  }

  private static let headByteCount = NotebookFile.headByteCount
  private static let spareOffset = 44

  private static func notebookFile(_ input: [UInt8]) -> [UInt8] {
    guard input.count >= headByteCount else { return input }
    var bodyStart = headByteCount + Int(input.rawSpan.uint32(at: 24))
    guard bodyStart <= input.count else { return input }
    var file = input
    if input.rawSpan.uint32(at: spareOffset) == 0 {
      let list = sealing(Array(input[headByteCount..<bodyStart]))
      let body = Array(input[bodyStart...])
      var stream = ByteBuffer()
      Deflation.append(deflated: body.rawSpan, to: &stream, level: 1)
      bodyStart = headByteCount + list.count
      file = Array(input[..<headByteCount]) + list + [UInt8](copying: stream.bytes)
      file.put(UInt64(list.count), at: 24)
      file.put(UInt64(body.count), at: 32)
    }
    file.put(UInt32(0), at: spareOffset)
    file.put(file.checksum(of: bodyStart..<file.count), at: 40)
    file.put(file.checksum(of: 16..<bodyStart), at: 12)
    return file
  }
}

extension NotebookFile {
  fileprivate func hasSameContent(as other: NotebookFile) -> Bool {
    info == other.info && modifiedMilliseconds == other.modifiedMilliseconds && assets == other.assets
      && pages.keys == other.pages.keys
      && pages.allSatisfy { id, page in
        let twin = other.pages[id]
        return page.codec == twin?.codec && page.references == twin?.references
          && page.content == twin?.content
      }
  }
}
