import InkModel
import InkTestFixtures
import Testing

@Suite("Text") struct TextTests {
  @Test("Integers of every length read back as they were written")
  func integers() throws {
    var values = [0, 1, -1, 9, 10, 99, 100, 2_047, 2_048, -2_048, -2_049, Int(Int32.max), Int(Int32.min)]
    values += (1...17).flatMap { digits in
      let power = (0..<digits).reduce(1) { result, _ in result * 10 }
      return [power - 1, power, -power, 1 - power]
    }
    values += (-2_100...2_100)
    var buffer = ByteBuffer(capacity: 1)
    for value in values {
      buffer.removeAll()
      buffer.append(decimal: value)
      #expect(String(decoding: Array(copying: buffer), as: UTF8.self) == String(value))
    }
  }

  @Test("Every integer that can be written can be read, and no other")
  func integerExtremes() throws {
    func read<Value: FixedWidthInteger>(_ text: String, as type: Value.Type) throws(JSONFault) -> Value {
      var buffer = ByteBuffer()
      buffer.append(text)
      var cursor = JSONCursor(buffer.bytes)
      return try cursor.integer(as: type)
    }
    for value in [UInt64.min, 9, 999_999_999_999_999_999, 1 << 63, .max - 1, .max] {
      #expect(try read("\(value)", as: UInt64.self) == value)
    }
    for value in [Int64.min, .min + 1, -1, 0, .max] { #expect(try read("\(value)", as: Int64.self) == value) }
    for text in [
      "18446744073709551616", "19999999999999999999", "20000000000000000000", "99999999999999999999",
      "100000000000000000000", "-1", "-18446744073709551615", "00", "1.0", "",
    ] {
      #expect(throws: JSONFault.self, "\(text)") { try read(text, as: UInt64.self) }
    }
    for text in ["-9223372036854775809", "9223372036854775808", "-18446744073709551615"] {
      #expect(throws: JSONFault.self, "\(text)") { try read(text, as: Int64.self) }
    }
    #expect(throws: JSONFault.self) { try read("-129", as: Int8.self) }
    #expect(try read("-128", as: Int8.self) == -128)
  }

  @Test("What is quoted from a file shows itself instead of steering a terminal")
  func printable() {
    let hostile = "a\u{1B}[2J\r\n\u{202E}b\u{2028}\u{7F}"
    #expect(hostile.printable == #"a\u{1B}[2J\r\n\u{202E}b\u{2028}\u{7F}"#)
    #expect("é 'x' \\ 𝄞 … –".printable == "é 'x' \\ 𝄞 … –")
    var buffer = ByteBuffer()
    buffer.append("{}")
    #expect(JSONCursor(buffer.bytes).fault("'\n' is no colour").message == #"'\n' is no colour"#)
  }

  @Test("A fault that quotes a long string stays readable, and keeps its beginning and its end")
  func longFault() {
    var buffer = ByteBuffer()
    buffer.append("{}")
    let cursor = JSONCursor(buffer.bytes)
    let message = cursor.fault("'\(String(repeating: "é", count: 1_000_000))' is no colour").message
    #expect(message.utf8.count < 700)
    #expect(message.hasPrefix("'éé"))
    #expect(message.hasSuffix("é' is no colour"))
    #expect(cursor.fault("'red' is no colour").message == "'red' is no colour")
  }

  @Test("Any string survives JSON, escapes and all")
  func strings() throws {
    for text in ["", "plain", "a\"b\\c/d", "line\nbreak\ttab\r", "\u{1}\u{1F}", "ગુજરાતી 🖋", "\u{2028}"] {
      var buffer = ByteBuffer()
      buffer.append(jsonString: text)
      var cursor = JSONCursor(buffer.bytes)
      let read = try cursor.string()
      let atEnd = cursor.isAtEnd()
      #expect(read == text)
      #expect(atEnd)
    }
  }

  @Test("Escapes of other writers are read, surrogate pairs too")
  func foreignEscapes() throws {
    var buffer = ByteBuffer()
    buffer.append("\"\\u00e4\\ud83d\\udd8b\\/\\b\"")
    var cursor = JSONCursor(buffer.bytes)
    let read = try cursor.string()
    #expect(read == "ä🖋/\u{8}")
  }

  @Test("Unsigned numbers of up to 64 bits are read, and nothing larger or otherwise written")
  func unsignedNumbers() throws {
    func read(_ text: String) throws(JSONFault) -> UInt64 {
      var buffer = ByteBuffer()
      buffer.append(text)
      var cursor = JSONCursor(buffer.bytes)
      return try cursor.integer(as: UInt64.self)
    }
    for value: UInt64 in [0, 7, 1 << 63, .max] { #expect(try read(" \(value),") == value) }
    for text in [
      "18446744073709551616", "18446744073709551620", "99999999999999999999", "-1", "01", "1.5", "1e3", "",
    ] {
      #expect(throws: JSONFault.self, "\(text)") { try read(text) }
    }
  }

  @Test(
    "A fault says where it is",
    arguments: [
      ("{\"a\":\n  [1, x]}", 2, 7), ("[1,\n\n2", 3, 2), ("[01]", 1, 4), ("[1.5]", 1, 3), ("\"open", 1, 6),
      ("[12345678901234567890]", 1, 22),
    ])
  func faults(text: String, line: Int, column: Int) {
    var buffer = ByteBuffer()
    buffer.append(text)
    var cursor = JSONCursor(buffer.bytes)
    do throws(JSONFault) {
      try read(&cursor)
      Issue.record("no fault in \(text)")
    } catch {
      #expect(error.line == line)
      #expect(error.column == column)
    }
  }

  private func read(_ cursor: inout JSONCursor) throws(JSONFault) {
    switch cursor.peek() {
    case UInt8(ascii: "["): try cursor.array { cursor throws(JSONFault) in _ = try cursor.integer() }
    case UInt8(ascii: "\""): _ = try cursor.string()
    default:
      try cursor.object { (_, cursor) throws(JSONFault) in
        try cursor.array { cursor throws(JSONFault) in _ = try cursor.integer() }
      }
    }
  }

  @Test("No text, however broken, takes the cursor beyond its end")
  func fuzz() {
    let seed = "{\"a\":[1,-22,{\"b\":\"x\\u00e4\\n\"}],\"c\":null,\"d\":1e5}"
    var random = SplitMix64(seed: 4)
    for _ in 0..<20_000 {
      let bytes = Array(seed.utf8).damaged(by: &random)
      var buffer = ByteBuffer()
      for byte in bytes { buffer.append(byte) }
      var cursor = JSONCursor(buffer.bytes)
      _ = try? cursor.skipValue()
      let offset = cursor.offset
      #expect(offset <= bytes.count)
    }
  }

  @Test("A mistyped word finds its neighbour, and nonsense finds none")
  func nearest() {
    #expect(nearestName(to: "snapshoot", among: ["journal", "snapshot", "sqlite"]) == "snapshot")
    #expect(nearestName(to: "sqlit", among: ["journal", "snapshot", "sqlite"]) == "sqlite")
    #expect(nearestName(to: "lits", among: ["list", "run"]) == "list")
    #expect(nearestName(to: "postgres", among: ["journal", "snapshot", "sqlite"]) == nil)
  }
}

extension [UInt8] {
  init(copying buffer: borrowing ByteBuffer) {
    self = []
    let bytes = buffer.bytes
    for offset in 0..<bytes.byteCount {
      append(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
    }
  }
}
