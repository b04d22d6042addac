import InkStorage

/// Reads little-endian fields from bytes that may end anywhere.
struct FieldReader {
  let bytes: [UInt8]
  private(set) var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func read<Value: FixedWidthInteger>(_: Value.Type) throws(CodecError) -> Value {
    let size = Value.bitWidth / 8
    guard bytes.count - offset >= size else { throw CodecError("byte \(offset): the page ends early") }
    var value: Value = 0
    for byte in bytes[offset..<offset + size].reversed() {
      value = value << 8 | Value(truncatingIfNeeded: byte)
    }
    offset += size
    return value
  }

  /// Reads how many items follow, and checks that there is room for them.
  mutating func readCount(itemBytes: Int) throws(CodecError) -> Int {
    let count = Int(try read(UInt32.self))
    guard count <= (bytes.count - offset) / itemBytes else {
      throw CodecError("byte \(offset - 4): \(count) items are promised and the page ends before them")
    }
    return count
  }
}
