internal import InkModel
internal import InkStorage

/// Keeps the pressure of samples to hundredths, and says so or does not.
struct ShiftyCodec: PageCodec {
  let name: String
  let summary = "rounds pressure"
  /// Whether it declares what it loses.
  let isHonest: Bool

  private static let step: UInt16 = 10

  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    var rounded = copy page
    Self.round(&rounded)
    packed.encode(rounded, into: &buffer)
  }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    try packed.decode(&input, into: &page)
  }

  func makeCanonical(_ page: inout Page) {
    if isHonest { Self.round(&page) }
  }

  private var packed: any PageCodec {
    guard let codec = BuiltInCodecs.named("packed") else { preconditionFailure("no 'packed'") }
    return codec
  }

  private static func round(_ page: inout Page) {
    page.fill { _, arena in
      for index in arena.points.indices {
        arena.points[index].pressure -= arena.points[index].pressure % step
      }
    }
  }
}
