import InkModel
import Testing

@Suite("Randomness") struct RandomTests {
  @Test("The stream is SplitMix64's")
  func referenceValues() {
    // The first outputs for seed 1234567, as published with the reference implementation.
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test("Streams of different keys differ, and each key gives the same stream again")
  func keys() {
    var first: Set<UInt64> = []
    for page in 0..<100 as Range<UInt64> {
      for stroke in 0..<100 as Range<UInt64> {
        var random = SplitMix64(seed: 7, keys: page, stroke)
        first.insert(random.next())
      }
    }
    #expect(first.count == 10_000)
    var once = SplitMix64(seed: 7, keys: 3, 4)
    var again = SplitMix64(seed: 7, keys: 3, 4)
    #expect(once.next() == again.next())
  }

  @Test("Bounded numbers stay within bounds and reach both ends")
  func bounds() {
    var random = SplitMix64(seed: 3)
    let numbers = (0..<10_000).map { _ in random.below(7) }
    #expect(Set(numbers) == Set(0..<7))
    let units = (0..<10_000).map { _ in random.unit() }
    #expect(units.allSatisfy { $0 >= 0 && $0 < 1 })
  }

  @Test("An asset's bytes follow from its name and length alone")
  func assets() {
    let id = AssetID(rawValue: 5)
    for byteCount in [0, 1, 2, 4, 100, 1_001] {
      let bytes = AssetBytes.make(id, byteCount: byteCount)
      #expect(bytes.count == byteCount)
      #expect(bytes == AssetBytes.make(id, byteCount: byteCount))
    }
    #expect(AssetBytes.make(id, byteCount: 64) != AssetBytes.make(AssetID(rawValue: 6), byteCount: 64))
    #expect(AssetBytes.make(id, byteCount: 64).prefix(2) == [0xFF, 0xD8])
  }
}
