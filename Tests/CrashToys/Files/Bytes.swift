internal import InkModel
internal import InkStorage

extension [UInt8] {
  /// Appends an integer, little endian.
  mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
    for byte in 0..<Value.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: value >> Value(byte * 8)))
    }
  }

  /// The integer at a place, little endian; nil where the bytes end before.
  func integer<Value: FixedWidthInteger>(at offset: Int, as: Value.Type = Value.self) -> Value? {
    guard offset >= 0, offset <= count - Value.bitWidth / 8 else { return nil }
    var value: Value = 0
    for byte in 0..<Value.bitWidth / 8 {
      value |= Value(truncatingIfNeeded: self[offset + byte]) << (byte * 8)
    }
    return value
  }

  /// The CRC-32 of the bytes.
  var crc: UInt32 {
    // Unsafe to the compiler only: bytes have no padding.
    unsafe checksum(span.bytes)
  }

  /// The bytes behind their length and checksum.
  var sealed: [UInt8] {
    var sealed: [UInt8] = []
    sealed.append(littleEndian: UInt32(count))
    sealed.append(littleEndian: crc)
    return sealed + self
  }

  /// The bytes that were sealed at the start of these; nil if they are not there whole.
  var unsealed: [UInt8]? {
    guard let length: UInt32 = integer(at: 0), let sum: UInt32 = integer(at: 4) else { return nil }
    let payload = Array(dropFirst(8).prefix(Int(length)))
    return payload.count == Int(length) && payload.crc == sum ? payload : nil
  }
}

extension PageCodec {
  /// The bytes of a page's elements.
  func bytes(of page: borrowing Page) -> [UInt8] {
    var buffer = ByteBuffer()
    encode(page, into: &buffer)
    return unsafe buffer.bytes.withUnsafeBytes { unsafe [UInt8]($0) }
  }

  /// Reads the elements of a page that is empty.
  func read(_ bytes: [UInt8], from path: String, into page: inout Page) throws(StorageError) {
    // Unsafe to the compiler only: bytes have no padding.
    var input = unsafe PageInput(copying: bytes.span.bytes)
    do throws(CodecError) { try decode(&input, into: &page) } catch {
      throw .damaged(path: path, reason: error.description)
    }
  }
}
