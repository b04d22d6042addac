import InkModel
import InkTestFixtures

@testable import InkStorage

/// The two sealed JSON files. The input is the text without its seal, which is added here; an input that ends
/// in a brace is taken for the whole file.
extension FuzzDecoder {
  static let document = FuzzDecoder(
    name: "document", allocationMaxMegabytes: 1,
    seeds: {
      let infos = [
        Fixtures.document(pages: 3), Fixtures.document(pages: 0),
        DocumentInfo(
          id: DocumentID(rawValue: .max), title: "a\"\\\n\u{1}é𝄞",
          pages: [
            PageInfo(
              id: PageID(rawValue: .max), canvas: Canvas(width: .min, height: .max), createdMilliseconds: .max
            )
          ]),
      ]
      let files = infos.flatMap { info in
        unsealedAndWhole { DocumentFile.encode(info, generation: info.pages.isEmpty ? nil : .max, into: &$0) }
      }
      // As another program might write it: values that we don't know, escapes that we don't write.
      let other = String(decoding: files[0], as: UTF8.self).replacing(
        #""title":""#, with: #""unknown":[{"a":[true,-1.5e3,null,"x"]},{}],"title":"\u00e9\ud834\udd1e\/\b"#)
      return files + [Array(other.utf8)]
    },
    examine: { input in
      let content: DocumentFile.Content
      do throws(StorageError) {
        content = try DocumentFile.decode(sealing(input).rawSpan, path: "document.json")
      } catch { return .refusal(error.description) }
      var buffer = ByteBuffer()
      DocumentFile.encode(content.info, generation: content.generation, into: &buffer)
      do throws(StorageError) {
        let again = try DocumentFile.decode(buffer.bytes, path: "document.json")
        return again.info == content.info && again.generation == content.generation
          ? .accepted : .broken("after a round trip: \(again)")
      } catch { return .broken("what was read and written again is refused: \(error)") }
    })

  static func manifest(in directory: String) -> FuzzDecoder {
    FuzzDecoder(
      name: "manifest", allocationMaxMegabytes: 1,
      seeds: {
        let shelf = ManifestFile(title: "é\"\t", modifiedMilliseconds: 5, pageCount: 3)
        let covered = ManifestFile(
          title: "", modifiedMilliseconds: .max, pageCount: 0, cover: PageID(rawValue: 1))
        return [shelf, covered].flatMap { file in unsealedAndWhole { file.encode(into: &$0) } }
      },
      examine: { input in
        let path = directory + "/manifest.json"
        do throws(StorageError) {
          try Files.replace(path, with: sealing(input).rawSpan, syncing: false)
          guard let manifest = ManifestFile.read(path) else { return .refused("no manifest") }
          var buffer = ByteBuffer()
          manifest.encode(into: &buffer)
          try Files.replace(path, with: buffer.bytes, syncing: false)
          return ManifestFile.read(path) == manifest ? .accepted : .broken("after a round trip it differs")
        } catch { return .broken("the file can't be written: \(error)") }
      })
  }

  static func sealing(_ input: [UInt8]) -> [UInt8] {
    guard input.last != UInt8(ascii: "}"), input.suffix(2) != [UInt8(ascii: "}"), 0x0A] else { return input }
    var buffer = ByteBuffer()
    buffer.append(input.rawSpan)
    buffer.appendSeal(ofTextFrom: 0)
    return [UInt8](copying: buffer.bytes)
  }

  private static func unsealedAndWhole(_ write: (inout ByteBuffer) -> Void) -> [[UInt8]] {
    var buffer = ByteBuffer()
    write(&buffer)
    let whole = [UInt8](copying: buffer.bytes)
    return [whole.dropLast(SealedText.byteCount).map { $0 }, whole]
  }
}
