import InkModel

@testable import InkStorage

extension FuzzDecoder {
  /// Asset files; the checksum is mended unless the image begins with a zero byte.
  static let asset = FuzzDecoder(
    name: "asset", allocationMaxMegabytes: 1,
    seeds: {
      [[], [0], [0xFF, 0xD8, 0xFF, 0xD9], [UInt8](repeating: 7, count: 100)].map { image in
        assetFile(AssetID(rawValue: 1), image)
      }
    },
    examine: { input in
      var file = input
      if file.count >= AssetFile.sealByteCount, file[0] != 0 {
        file.put(file.checksum(of: 0..<file.count - 4), at: file.count - 4)
      }
      do throws(StorageError) {
        let image = try AssetFile.decode(file, of: AssetID(rawValue: 1), path: "asset")
        // Everything but the image is fixed, so that a file has one spelling.
        return assetFile(AssetID(rawValue: 1), image) == file
          ? .accepted : .broken("it is written in two ways")
      } catch { return .refusal(error.description) }
    })

  private static func assetFile(_ id: AssetID, _ image: [UInt8]) -> [UInt8] {
    var buffer = ByteBuffer()
    AssetFile.encode(id, image.rawSpan, into: &buffer)
    return [UInt8](copying: buffer.bytes)
  }
}
