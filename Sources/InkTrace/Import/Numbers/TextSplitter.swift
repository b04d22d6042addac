/// Splits text that arrives in pieces at separators, and gives each part in one piece.
///
/// A part that two pieces share is put together in a small buffer; all others are looked at where they lie.
struct TextSplitter {
  /// What separates parts.
  enum Separator {
    case space, comma

    @inline(__always)
    func matches(_ byte: UInt8) -> Bool {
      switch self {
      case .space: byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
      case .comma: byte == UInt8(ascii: ",")
      }
    }
  }

  private let separator: Separator
  private var carried: [UInt8] = []

  /// Longer than any sound number or sample; what goes on is cut, and then fails as a number.
  private static let partByteCountMax = 4_096

  /// Starts with no text.
  init(at separator: Separator) { self.separator = separator }

  /// Takes the next piece and gives the parts that end in it.
  mutating func feed<Failure: Error>(
    _ piece: Span<UInt8>, _ part: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    for index in piece.indices where separator.matches(piece[index]) {
      if !carried.isEmpty {
        carry(piece.extracting(start..<index))
        try part(carried.span)
        carried.removeAll(keepingCapacity: true)
      } else if index > start || separator == .comma {
        try part(piece.extracting(start..<index))
      }
      start = index + 1
    }
    carry(piece.extracting(start..<piece.count))
  }

  /// Gives the last part, if there is one, and starts anew.
  mutating func finish<Failure: Error>(_ part: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
    guard !carried.isEmpty else { return }
    let last = carried
    carried.removeAll(keepingCapacity: true)
    try part(last.span)
  }

  private mutating func carry(_ rest: Span<UInt8>) {
    for index in rest.indices where carried.count < Self.partByteCountMax { carried.append(rest[index]) }
  }
}
