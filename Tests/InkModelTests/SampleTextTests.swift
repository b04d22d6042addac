import InkModel
import Testing

@Suite("Samples as text") struct SampleTextTests {
  private let samples = [
    SamplePoint(x: 1_000, y: -2_000, t: 0, pressure: 300, radius: 10),
    SamplePoint(x: 1_003, y: -2_000, t: 4, pressure: 290, radius: 11),
    SamplePoint(x: .min, y: .max, t: .max, pressure: .max, radius: .max),
    SamplePoint(x: .max, y: .min, t: 0, pressure: 0, radius: 0),
  ]
  private let text =
    "[1000,-2000,0,300,10,3,0,4,-10,1,-2147484651,2147485647,4294967291,65245,65524,"
    + "4294967295,-4294967295,-4294967295,-65535,-65535]"

  @Test("The first sample is written as it is and all others as differences")
  func write() {
    var buffer = ByteBuffer(capacity: 64)
    buffer.append(samples: samples.span)
    let bytes = unsafe buffer.bytes.withUnsafeBytes { unsafe Array($0) }
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    buffer.removeAll()
    let none: [SamplePoint] = []
    buffer.append(samples: none.span)
    #expect(unsafe buffer.bytes.withUnsafeBytes { unsafe Array($0) } == Array("[]".utf8))
  }

  @Test("Reading gives the samples back, with or without white space")
  func read() throws {
    #expect(try read(text, limit: 4) == samples)
    #expect(try read(" [ " + text.dropFirst().replacing(",", with: " ,\n"), limit: 4) == samples)
    #expect(try read("[]", limit: 0) == [])
  }

  @Test(
    "What is no sample is refused",
    arguments: [
      ("[1,2,3,4]", "expected ',': a sample has five numbers"), ("[1,2,3,4,5,]", "expected an integer"),
      ("[1,2,3,4,5", "expected ']'"), ("[01,2,3,4,5]", "a number starts with 0"),
      ("[1,2,3,4,5.5]", "expected an integer, found a fraction"),
      ("[1,2,-1,4,5]", "a sample is out of range: 1, 2, -1, 4, 5"),
      ("[1,2,3,65536,5]", "a sample is out of range: 1, 2, 3, 65536, 5"),
      ("[2147483648,2,3,4,5]", "a sample is out of range: 2147483648, 2, 3, 4, 5"),
      ("[-,2,3,4,5]", "expected an integer"),
      ("[1234567890123456789,2,3,4,5]", "a number is too large"),
      ("[1,2,3,4,5,0,0,0,0,0,0,0,0,0,0]", "there are more than 2 samples; divide them"),
      ("{}", "expected '['"), ("", "expected '['"), ("[", "expected an integer"),
      ("[1,2,3,4,-", "expected an integer"),
    ])
  func refuse(text: String, message: String) throws {
    let fault = try #require(throws: JSONFault.self) { try read(text, limit: 2) }
    #expect(fault.message == message)
  }

  private func read(_ text: String, limit: Int) throws -> [SamplePoint] {
    let bytes = Array(text.utf8)
    var samples: [SamplePoint] = []
    var cursor = unsafe JSONCursor(bytes.span.bytes)
    try cursor.samples(appendingTo: &samples, upTo: limit)
    let isAtEnd = cursor.isAtEnd()
    #expect(isAtEnd)
    return samples
  }
}
