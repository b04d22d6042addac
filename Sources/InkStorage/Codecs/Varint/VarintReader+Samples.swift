internal import InkModel

extension VarintReader {
  /// Appends so many samples; the caller has compared their number with the bytes that are left.
  ///
  /// A block's columns are read one after another, and then added up sample by sample.
  mutating func samples(_ count: Int, into points: inout [SamplePoint]) throws(CodecError) {
    points.reserveCapacity(points.count + count)
    var failure: CodecError?
    // Unsafe because the columns are uninitialised until they are filled. The closure's own error is kept
    // aside, since this function of the library can't throw a typed one.
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 5 * VarintCodec.samplesPerBlock) {
      memory in
      guard let columns = memory.baseAddress else { return }
      do throws(CodecError) { try unsafe blocks(count, through: columns, into: &points) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private mutating func blocks(
    _ count: Int, through columns: UnsafeMutablePointer<UInt32>, into points: inout [SamplePoint]
  ) throws(CodecError) {
    let stride = VarintCodec.samplesPerBlock
    var last = SIMD4<Int32>.zero
    var pressure: Int32 = 0
    var radius: Int32 = 0
    var start = 0
    while start < count {
      let blockCount = min(stride, count - start)
      for column in 0..<3 { try unsafe self.column(columns + column * stride, count: blockCount) }
      for column in 3..<5 { try unsafe formedColumn(columns + column * stride, count: blockCount) }
      var excess: Int32 = 0
      points.append(addingCapacity: blockCount) { span in
        for index in 0..<blockCount {
          let words = unsafe SIMD4<UInt32>(
            columns[index], columns[index &+ stride], columns[index &+ 2 &* stride], 0)
          last &+= SIMD4<Int32>(
            truncatingIfNeeded: (words &>> 1) ^ (SIMD4<UInt32>.zero &- (words & 1)))
          pressure &+= unsafe Varint.unzigzag(columns[index &+ 3 &* stride])
          radius &+= unsafe Varint.unzigzag(columns[index &+ 4 &* stride])
          excess |= (pressure | radius) & ~0xFFFF
          span.append(
            SamplePoint(
              x: last[0], y: last[1], t: UInt32(bitPattern: last[2]),
              pressure: UInt16(truncatingIfNeeded: pressure), radius: UInt16(truncatingIfNeeded: radius)))
        }
      }
      guard excess == 0 else { throw CodecError("a sample's pressure or radius is out of range") }
      start += blockCount
    }
  }
}
