internal import InkModel

/// A page as differences by column, in integers of variable length.
///
/// Layout; the first four numbers are little endian:
///
///      0  version (UInt32)     4  elements (UInt32)     8  samples (UInt32)     12  opaque bytes (UInt32)
///     16  elements, one after another, see `VarintElement`
///      …  samples, in blocks of 1,024 (the last one shorter), see below
///      …  opaque bytes, in the order of the elements
///
/// A *varint* is an unsigned integer, seven bits a byte, the lowest first; the high bit says that more bytes
/// follow. It has at most 5 bytes (ids 10) and no needless zero at its end. A *difference* is a varint that
/// holds a signed number d as 2d if it is not negative and as −2d − 1 if it is. Differences are taken modulo
/// 2³², so that every value can follow every other.
///
/// The samples of all strokes make five columns. Each number is the difference from the sample before, on
/// through blocks and strokes; the first one's is from zero. A block has
///
///      x          one difference a sample
///      y          one difference a sample
///      t          one difference a sample
///      pressure   a byte, the column's form; then form 0: one difference a sample
///                 form 1: how many samples keep the value (varint), then one difference, and so on, until
///                 all samples of the block are accounted for
///      radius     as pressure
///
/// Form 1 is for columns that rarely change: the radius of most pens, the pressure of a finger. The other
/// columns always have a byte a sample, so that a page never asks for more memory than 16 bytes for three of
/// its own. Nothing is lost. About 4.2 bytes a sample of handwriting.
struct VarintCodec: PageCodec {
  let name = "varint"
  let summary = "differences by column in integers of variable length, about 4.2 bytes a point"

  static let version: UInt32 = 1
  static let headerByteCount = 16
  /// Five columns of this many differences fit the fastest cache.
  static let samplesPerBlock = 1_024
  /// A sample's least: a byte each of x, y and t.
  static let sampleBytesMin = 3

  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    var points = 0
    var opaque = 0
    for case .stroke(let stroke) in page.elements {
      points += Int(stroke.points.count)
      opaque += Int(stroke.opaque.count)
    }
    buffer.append(littleEndian: Self.version)
    buffer.append(littleEndian: UInt32(page.elements.count))
    buffer.append(littleEndian: UInt32(points))
    buffer.append(littleEndian: UInt32(opaque))
    var lastID: UInt64 = 0
    for element in page.elements {
      buffer.append(varintElement: element, after: lastID)
      lastID = element.id.rawValue
    }
    guard !page.isArenaInElementOrder else {
      buffer.append(columnsOf: page.arena.points.span)
      // Bytes have no padding to read.
      unsafe buffer.append(page.arena.opaque.span.bytes)
      return
    }
    var ordered: [SamplePoint] = []
    ordered.reserveCapacity(points)
    for case .stroke(let stroke) in page.elements {
      ordered.append(contentsOf: page.arena.points[stroke.points.indices])
    }
    buffer.append(columnsOf: ordered.span)
    for case .stroke(let stroke) in page.elements {
      unsafe buffer.append(page.opaque(of: stroke).bytes)
    }
  }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    let counts = try readHeader(&input)
    try page.fill { (elements, arena) throws(CodecError) in
      try input.withRemainingBytes { (bytes) throws(CodecError) in
        try unsafe bytes.withUnsafeBytes { (memory) throws(CodecError) in
          var reader = unsafe VarintReader(memory)
          try reader.elements(counts.elements, points: counts.points, opaque: counts.opaque, into: &elements)
          guard counts.points <= reader.remaining / Self.sampleBytesMin else {
            throw CodecError("\(counts.points) samples are promised and \(reader.remaining) bytes are left")
          }
          try reader.samples(counts.points, into: &arena.points)
          try reader.bytes(counts.opaque, into: &arena.opaque)
          guard reader.remaining == 0 else {
            throw CodecError("\(reader.remaining) bytes follow the page's end")
          }
        }
      }
    }
  }

  private func readHeader(
    _ input: inout PageInput
  ) throws(CodecError) -> (elements: Int, points: Int, opaque: Int) {
    try input.readBytes(Self.headerByteCount) { bytes throws(CodecError) in
      guard bytes.uint32(at: 0) == Self.version else {
        throw CodecError("varint format version \(bytes.uint32(at: 0)) is unknown")
      }
      return (Int(bytes.uint32(at: 4)), Int(bytes.uint32(at: 8)), Int(bytes.uint32(at: 12)))
    }
  }
}
