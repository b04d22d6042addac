import InkModel
import InkReport
import Testing

@testable import InkCrash

@Suite("Moments of faults") struct FaultMomentTests {
  @Test("Each fault with each of its spans reads back from its text, with a number and without")
  func texts() {
    #expect(Set(FaultMoment.all.map(\.text)).count == FaultMoment.all.count)
    for var moment in FaultMoment.all {
      #expect(FaultMoment(moment.text) == moment)
      moment.number = 12
      #expect(FaultMoment(moment.text) == moment)
    }
  }

  @Test(
    "Other words are no moment",
    arguments: [
      "", "full", "no-space+", "no-space+never", "evicted+once", "deadline+lasting", "no-space@",
      "no-space@0",
      "no-space@-1", "no-space@1@2", "@1", "no-space+once+once",
    ])
  func nonsense(text: String) { #expect(FaultMoment(text) == nil) }

  @Test("All moments are tried where they fit, and otherwise as many of each stretch, spread over it")
  func numbers() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let stretches = (0...random.below(5)).map { _ in random.below(40) }
      let count = stretches.reduce(0, +)
      let wanted = random.below(120)
      let numbers = FaultNumbers.pick(wanted, of: stretches, seed: 9)
      #expect(numbers.count == min(wanted, count))
      #expect(numbers == Set(numbers).sorted() && numbers.allSatisfy { 1...max(count, 1) ~= $0 })
      let shares = FaultNumbers.shares(of: wanted, among: stretches)
      #expect(shares.reduce(0, +) == min(wanted, count))
      #expect(zip(shares, stretches).allSatisfy { $0 <= $1 })
      // A stretch that has less than another is used up.
      let most = shares.max() ?? 0
      #expect(zip(shares, stretches).allSatisfy { $0 >= most - 1 || $0 == $1 })
      guard wanted < count else { continue }
      var first = 1
      for (share, all) in zip(shares, stretches) {
        let own = numbers.filter { first..<first + all ~= $0 }
        #expect(own.count == share)
        for (part, number) in own.enumerated() {
          #expect(first + all * part / share..<first + all * (part + 1) / share ~= number)
        }
        first += all
      }
    }
  }
}
