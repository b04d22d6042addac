/// Lets through only the XML that Foundation's parser on Linux survives.
///
/// That parser ends the process over text that is not UTF-8, over a processing instruction without content
/// and over several declarations of a document type. No ink format needs any of these. So the guard, which
/// sees the bytes first, refuses what is not UTF-8 and document types that declare something, and writes
/// spaces over processing instructions and over document types that only name one. The XML declaration goes
/// with them: it could only name an encoding that the bytes don't have. Line breaks stay, so that places in
/// messages hold.
struct XMLGuard {
  private enum State {
    /// Anywhere but in what follows.
    case open
    /// A `<` has been seen, and `head` holds it and what came after.
    case head
    case comment, data, instruction, documentType
    /// Within quotes of a document type.
    case quoted(UInt8)
  }

  private var state = State.open
  private var head: [UInt8] = []
  private var last: (UInt8, UInt8) = (0, 0)
  private var check = UTF8Check()

  /// Takes the next bytes of the file and appends those that may pass; no bytes say that the file ends.
  mutating func pass(_ bytes: [UInt8], count: Int, into output: inout [UInt8]) throws(ImportFault) {
    let isUTF8 = unsafe check.take(bytes.span.bytes.extracting(0..<count))
    guard isUTF8, count > 0 || check.isAtBoundary else { throw ImportFault(FormatSniffer.notUTF8) }
    if count == 0 { output += head }
    var index = 0
    while index < count {
      if case .open = state {
        // Nearly everything is numbers: copied as a piece up to the next mark.
        let mark = Platform.firstIndex(of: UInt8(ascii: "<"), in: bytes, index..<count) ?? count
        output += bytes[index..<mark]
        index = mark
        guard index < count else { return }
        state = .head
      }
      try take(bytes[index], into: &output)
      index += 1
    }
  }

  private mutating func take(_ byte: UInt8, into output: inout [UInt8]) throws(ImportFault) {
    switch state {
    case .open: output.append(byte)
    case .head: decide(byte, &output)
    case .comment, .data:
      output.append(byte)
      if byte == UInt8(ascii: ">"), isEnd { state = .open }
      last = (last.1, byte)
    case .instruction:
      output.append(Self.blank(byte))
      if byte == UInt8(ascii: ">"), isEnd { state = .open }
      last = (last.1, byte)
    case .documentType:
      output.append(Self.blank(byte))
      switch byte {
      case UInt8(ascii: "["):
        throw ImportFault("declares a document type of its own (<!DOCTYPE …[…]>); remove the declaration")
      case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quoted(byte)
      case UInt8(ascii: ">"): state = .open
      default: break
      }
    case .quoted(let quote):
      output.append(Self.blank(byte))
      if byte == quote { state = .documentType }
    }
  }

  /// Whether the two bytes before a `>` end what is open.
  private var isEnd: Bool {
    switch state {
    case .instruction: last.1 == UInt8(ascii: "?")
    case .comment: last == (UInt8(ascii: "-"), UInt8(ascii: "-"))
    case .data: last == (UInt8(ascii: "]"), UInt8(ascii: "]"))
    default: false
    }
  }

  /// Looks at a `<` and what follows it until it is clear what begins there.
  private mutating func decide(_ byte: UInt8, _ output: inout [UInt8]) {
    if byte == UInt8(ascii: "<") {
      // A second one makes no sense of the first; the parser says so.
      output += head
      head = [byte]
      return
    }
    head.append(byte)
    for (mark, next) in Self.marks {
      guard head.count < mark.count else {
        if head == mark { return open(next, &output) }
        continue
      }
      if mark.starts(with: head) { return }
    }
    open(.open, &output)
  }

  private static let marks: [([UInt8], State)] = [
    (Array("<!--".utf8), .comment), (Array("<![CDATA[".utf8), .data),
    (Array("<!DOCTYPE".utf8), .documentType),
    (Array("<?".utf8), .instruction),
  ]

  private mutating func open(_ next: State, _ output: inout [UInt8]) {
    switch next {
    case .instruction, .documentType: output += head.map(Self.blank)
    default: output += head
    }
    state = next
    head = []
    // What began it can't also end it.
    last = (0, 0)
  }

  private static func blank(_ byte: UInt8) -> UInt8 { byte == 0x0A || byte == 0x0D ? byte : 0x20 }
}
