internal import InkModel

/// Little-endian integers in raw bytes, bounds-checked.
extension RawSpan {
  func byte(at offset: Int) -> UInt8 { unsafe unsafeLoadChecked(at: offset) }
  func uint32(at offset: Int) -> UInt32 { unsafe UInt32(littleEndian: unsafeLoadChecked(at: offset)) }
  func uint64(at offset: Int) -> UInt64 { unsafe UInt64(littleEndian: unsafeLoadChecked(at: offset)) }
  func int32(at offset: Int) -> Int32 { Int32(bitPattern: uint32(at: offset)) }

  /// Loads any integer type; unsafe only in that the compiler can't see that every bit pattern is one.
  @unsafe @inline(__always)
  private func unsafeLoadChecked<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Value {
    precondition(offset >= 0 && offset <= byteCount - MemoryLayout<Value>.size)
    return unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Value.self)
  }
}

extension [UInt8] {
  /// A copy of raw bytes.
  init(copying bytes: RawSpan) {
    self.init()
    reserveCapacity(bytes.byteCount)
    append(addingCapacity: bytes.byteCount) { span in
      unsafe span.withUnsafeMutableBufferPointer { memory, initialized in
        unsafe bytes.withUnsafeBytes { source in
          unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: source)
          initialized = source.count
        }
      }
    }
  }

  /// The bytes of the array, which have no padding that could be uninitialised.
  var rawSpan: RawSpan {
    @_lifetime(borrow self)
    borrowing get { unsafe span.bytes }
  }
}

/// The buffer's generic appending for the two commonest types, which is not specialised across modules.
extension ByteBuffer {
  mutating func append(littleEndian value: UInt32) {
    unsafe appendUnsafely(upTo: 4) { place in
      unsafe place.storeBytes(of: value.littleEndian, as: UInt32.self)
      return 4
    }
  }

  mutating func append(littleEndian value: UInt64) {
    unsafe appendUnsafely(upTo: 8) { place in
      unsafe place.storeBytes(of: value.littleEndian, as: UInt64.self)
      return 8
    }
  }
}
