import InkModel
import Testing

@testable import InkTrace

@Suite("Import: what reaches the XML parser") struct XMLGuardTests {
  @Test("The guard lets the same bytes through however they are cut into pieces", arguments: 1...11)
  func pieces(size: Int) throws {
    let text = """
      <?xml version="1.0"?><?n?><!DOCTYPE a "x>[" >
      <!-- <?kept?> --><a b='1'>1 <![CDATA[<?kept?>]]>é<<?x
      ?></a><!-><?
      """
    let blanked =
      String(repeating: " ", count: 45)
      + "\n<!-- <?kept?> --><a b='1'>1 <![CDATA[<?kept?>]]>é<   \n  </a><!->  "
    #expect(try guarded(Array(text.utf8), pieceSize: size) == blanked)
  }

  @Test(
    "Document types that declare something are refused, wherever they are cut", arguments: [1, 2, 3, 100])
  func declarations(size: Int) {
    let text = Array("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>".utf8)
    #expect(throws: ImportFault.self) { try guarded(text, pieceSize: size) }
  }

  @Test("Bytes are UTF-8 to the check exactly if they are to the standard library", arguments: [1, 3, 64])
  func utf8(size: Int) {
    var random = SplitMix64(seed: UInt64(size))
    let whole = Array("plain text, é, 中文, 𝒳, \u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}".utf8)
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<random.below(3) {
        bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.chance(0.3) { bytes.removeLast(random.below(12)) }
      var check = UTF8Check()
      var isSound = true
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        if unsafe !check.take(piece.span.bytes) { isSound = false }
      }
      let expected = String(validating: bytes, as: UTF8.self) != nil
      #expect((isSound && check.isAtBoundary) == expected)
    }
  }

  private func guarded(_ bytes: [UInt8], pieceSize: Int) throws -> String {
    var xmlGuard = XMLGuard()
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      let piece = Array(bytes[start..<min(start + pieceSize, bytes.count)])
      try xmlGuard.pass(piece, count: piece.count, into: &output)
    }
    try xmlGuard.pass([], count: 0, into: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
