internal import InkModel

/// `assets/<asset>.jpg`: an image as the app gave it, and a seal behind it.
///
/// Layout of the seal, little endian, at the end of the file:
///
///      0  magic "InkAsset"     8  version (UInt32)     12  asset (UInt64)
///     20  CRC-32 of the image and bytes 0..<20 of the seal
///
/// Programs that show a JPEG file stop at its end marker and never see the seal. It notices an image that was
/// damaged, cut short, or put in another's place.
enum AssetFile {
  static let sealByteCount = 24
  static let version = 1
  private static let magic: UInt64 = 0x7465_7373_416B_6E49

  static func encode(_ id: AssetID, _ image: RawSpan, into buffer: inout ByteBuffer) {
    buffer.reserve(image.byteCount + sealByteCount)
    buffer.append(image)
    buffer.append(littleEndian: magic)
    buffer.append(littleEndian: UInt32(version))
    buffer.append(littleEndian: id.rawValue)
    buffer.append(littleEndian: checksum(buffer.bytes))
  }

  /// Takes the image out of the bytes of a file.
  static func decode(_ file: [UInt8], of id: AssetID, path: String) throws(StorageError) -> [UInt8] {
    let bytes = file.rawSpan
    let end = bytes.byteCount - sealByteCount
    guard end >= 0, bytes.uint64(at: end) == magic else {
      throw .damaged(path: path, reason: "it does not end like an asset file")
    }
    let found = Int(bytes.uint32(at: end + 8))
    guard found == version else {
      throw .unsupportedVersion(path: path, found: found, newestKnown: version)
    }
    guard checksum(bytes.extracting(0..<end + 20)) == bytes.uint32(at: end + 20) else {
      throw .damaged(path: path, reason: "its checksum does not fit its content")
    }
    let asset = AssetID(rawValue: bytes.uint64(at: end + 12))
    guard asset == id else { throw .damaged(path: path, reason: "it holds asset \(asset.name)") }
    return Array(file[..<end])
  }
}
