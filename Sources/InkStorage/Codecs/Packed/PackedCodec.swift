internal import InkModel

/// A page as it lies in memory: a table of its elements, then all samples in one piece.
///
/// Layout, little endian:
///
///      0  version (UInt32)     4  elements (UInt32)     8  samples (UInt32)     12  opaque bytes (UInt32)
///     16  element table: 40 bytes an element, see `PackedRecord`
///      …  samples, 16 bytes each, in the order of the elements
///      …  opaque bytes, in the order of the elements
///
/// Sixteen bytes a sample and forty an element. Writing a page is one copy of its arena, reading it is one
/// read into the arena: no codec that looks at each sample can be faster.
struct PackedCodec: PageCodec {
  let name = "packed"
  let summary = "16 bytes a point, as in memory"

  static let version: UInt32 = 1
  private static let headerByteCount = 16

  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    var points = 0
    var opaque = 0
    for case .stroke(let stroke) in page.elements {
      points += Int(stroke.points.count)
      opaque += Int(stroke.opaque.count)
    }
    buffer.reserve(
      Self.headerByteCount + page.elements.count * PackedRecord.byteCount + points * SamplePoint.byteCount
        + opaque)
    buffer.append(littleEndian: Self.version)
    buffer.append(littleEndian: UInt32(page.elements.count))
    buffer.append(littleEndian: UInt32(points))
    buffer.append(littleEndian: UInt32(opaque))
    for element in page.elements { buffer.append(PackedRecord(element)) }
    guard !page.isArenaInElementOrder else {
      // Every byte of a sample belongs to one of its fields, so there is no padding to read.
      unsafe buffer.append(page.arena.points.span.bytes)
      unsafe buffer.append(page.arena.opaque.span.bytes)
      return
    }
    for case .stroke(let stroke) in page.elements {
      unsafe buffer.append(page.points(of: stroke).bytes)
    }
    for case .stroke(let stroke) in page.elements {
      unsafe buffer.append(page.opaque(of: stroke).bytes)
    }
  }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    let (elementCount, pointCount, opaqueCount) = try readHeader(&input)
    try page.fill { (elements, arena) throws(CodecError) in
      try input.readBytes(elementCount * PackedRecord.byteCount) { bytes throws(CodecError) in
        var points = 0
        var opaque = 0
        try elements.append(addingCapacity: elementCount) { table throws(CodecError) in
          for index in 0..<elementCount {
            let record = PackedRecord(bytes, at: index * PackedRecord.byteCount)
            table.append(try record.element(number: index, points: &points, opaque: &opaque))
          }
        }
        guard points == pointCount, opaque == opaqueCount else {
          throw CodecError("the elements hold other numbers of samples or opaque bytes than the page")
        }
      }
      try input.readPoints(pointCount, appendingTo: &arena)
      try input.readBytes(opaqueCount) { bytes in
        for index in 0..<opaqueCount { arena.opaque.append(bytes.byte(at: index)) }
      }
    }
  }

  /// Reads the three numbers of the header, which must account for every byte that is left.
  private func readHeader(_ input: inout PageInput) throws(CodecError) -> (Int, Int, Int) {
    let numbers = try input.readBytes(Self.headerByteCount) { bytes throws(CodecError) in
      guard bytes.uint32(at: 0) == Self.version else {
        throw CodecError("packed format version \(bytes.uint32(at: 0)) is unknown")
      }
      return (Int(bytes.uint32(at: 4)), Int(bytes.uint32(at: 8)), Int(bytes.uint32(at: 12)))
    }
    let promised =
      numbers.0 * PackedRecord.byteCount + numbers.1 * SamplePoint.byteCount + numbers.2
    guard promised == input.remaining else {
      throw CodecError("the header promises \(promised) bytes and \(input.remaining) are left")
    }
    return numbers
  }
}
