internal import InkModel

/// How a column of a block is written.
enum VarintForm: UInt8 {
  /// One difference a sample.
  case plain = 0
  /// Alternately the number of samples without a difference, and a difference.
  case runs = 1
}

extension ByteBuffer {
  /// Appends the columns of samples, block by block.
  ///
  /// Method. A block is turned from samples into five columns of differences, the first three with one
  /// vector subtraction a sample. A column is then written eight numbers at a time: if all are below 128, as
  /// they nearly always are, they are narrowed to eight bytes and stored at once.
  mutating func append(columnsOf points: Span<SamplePoint>) {
    // Unsafe because the columns are uninitialised until they are filled.
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 5 * VarintCodec.samplesPerBlock) {
      memory in
      guard let columns = memory.baseAddress else { return }
      var last = SIMD4<Int32>.zero
      var start = 0
      while start < points.count {
        let count = min(VarintCodec.samplesPerBlock, points.count - start)
        unsafe last = fill(columns, from: points.extracting(start..<start + count), after: last)
        for column in 0..<5 {
          let numbers = unsafe columns + column * VarintCodec.samplesPerBlock
          if column < 3 {
            unsafe append(varints: numbers, count: count)
          } else {
            unsafe append(column: numbers, count: count)
          }
        }
        start += count
      }
    }
  }

  /// Appends a column in the shorter of its two forms.
  private mutating func append(column numbers: UnsafePointer<UInt32>, count: Int) {
    var zeros = 0
    for index in 0..<count where unsafe numbers[index] == 0 { zeros &+= 1 }
    // A run's number takes a byte of its own, so runs pay once most differences are zero.
    guard zeros * 2 > count else {
      append(VarintForm.plain.rawValue)
      unsafe append(varints: numbers, count: count)
      return
    }
    append(VarintForm.runs.rawValue)
    unsafe appendUnsafely(upTo: (count + 1) * 2 * Varint.byteCountMax) { memory in
      var place = unsafe memory
      var run: UInt32 = 0
      for index in 0..<count {
        let number = unsafe numbers[index]
        guard number != 0 else {
          run &+= 1
          continue
        }
        unsafe place = Varint.write(run, at: place)
        unsafe place = Varint.write(number, at: place)
        run = 0
      }
      if run > 0 { unsafe place = Varint.write(run, at: place) }
      return unsafe place - memory
    }
  }

  private mutating func append(varints numbers: UnsafePointer<UInt32>, count: Int) {
    unsafe appendUnsafely(upTo: count * Varint.byteCountMax) { memory in
      var place = unsafe memory
      var index = 0
      while index &+ 8 <= count {
        let eight = unsafe UnsafeRawPointer(numbers + index).loadUnaligned(as: SIMD8<UInt32>.self)
        if isBelow128(eight) {
          unsafe place.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: eight), as: SIMD8<UInt8>.self)
          unsafe place += 8
        } else {
          for lane in index..<index &+ 8 { unsafe place = Varint.write(numbers[lane], at: place) }
        }
        index &+= 8
      }
      while index < count {
        unsafe place = Varint.write(numbers[index], at: place)
        index &+= 1
      }
      return unsafe place - memory
    }
  }
}

@inline(__always)
private func isBelow128(_ eight: SIMD8<UInt32>) -> Bool {
  let four = eight.lowHalf | eight.highHalf
  let two = four.lowHalf | four.highHalf
  return two[0] | two[1] < 0x80
}

/// Writes the differences of some samples as five columns, and returns the last sample's four words.
@unsafe @inline(__always)
private func fill(
  _ columns: UnsafeMutablePointer<UInt32>, from points: Span<SamplePoint>, after earlier: SIMD4<Int32>
) -> SIMD4<Int32> {
  let stride = VarintCodec.samplesPerBlock
  var last = earlier
  unsafe points.withUnsafeBytes { bytes in
    for index in 0..<points.count {
      // The fourth word holds pressure below and radius above.
      let words = unsafe bytes.loadUnaligned(
        fromByteOffset: index &* SamplePoint.byteCount, as: SIMD4<Int32>.self)
      let difference = words &- last
      let zigzag = (difference &<< 1) ^ (difference &>> 31)
      unsafe columns[index] = UInt32(bitPattern: zigzag[0])
      unsafe columns[index &+ stride] = UInt32(bitPattern: zigzag[1])
      unsafe columns[index &+ 2 &* stride] = UInt32(bitPattern: zigzag[2])
      let pressure = (words[3] & 0xFFFF) &- (last[3] & 0xFFFF)
      let radius = ((words[3] &>> 16) & 0xFFFF) &- ((last[3] &>> 16) & 0xFFFF)
      unsafe columns[index &+ 3 &* stride] = Varint.zigzag(pressure)
      unsafe columns[index &+ 4 &* stride] = Varint.zigzag(radius)
      last = words
    }
  }
  return last
}
