import InkModel
import Testing

@Suite("Digests") struct DigestTests {
  @Test("Nothing fed gives MurmurHash3's value for the empty text")
  func emptyDigest() {
    #expect(Digest().text == "00000000000000000000000000000000")
  }
}
