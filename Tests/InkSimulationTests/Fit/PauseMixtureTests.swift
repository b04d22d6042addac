import InkModel
import Testing

@testable import InkSimulation

@Suite("Pauses for thought") struct PauseMixtureTests {
  /// Two laws of a hand, 0.16 s and 1 s, a tenth of the pauses being of the second; and thought.
  static func groups(mixing: [[Double]]) -> [PauseMixture.Group] {
    var random = SplitMix64(seed: 21)
    return [(0.1, 4_000), (1.0, 400)].enumerated().map { index, law in
      let pauses = (0..<law.1).map { _ in
        if random.chance(0.12) { return random.lognormal(median: 4.5, sigma: 1.2) }
        let isSlow = random.chance(law.0)
        return random.lognormal(median: isSlow ? 1 : 0.16, sigma: 0.6)
      }
      return PauseMixture.Group(
        pauses: LogHistogram(pauses.filter { $0 <= 60 }), shares: mixing[index], showsThought: true)
    }
  }

  @Test("Thought is told from the rhythm of the hand, where jumps were misjudged too")
  func thought() throws {
    let mixture = try #require(PauseMixture(Self.groups(mixing: [[0.9, 0.1], [0, 1]]), held: [:]))
    #expect(abs(mixture.thoughtShare / 0.12 - 1) < 0.1)
    #expect(abs(Elementary.exp(mixture.thought.centre) / 4.5 - 1) < 0.15)
    #expect(abs(mixture.thought.spread / 1.2 - 1) < 0.1)
    #expect(abs(try #require(mixture.pauses(of: 0).quantile(0.5)) / 0.16 - 1) < 0.05)
    #expect(abs(try #require(mixture.pauses(of: 1).quantile(0.5)) / 1 - 1) < 0.1)
    // The weights of all laws and of thought are those of all pauses.
    let all = mixture.pauses(of: 0).weight + mixture.pauses(of: 1).weight + mixture.thoughtCount
    #expect(abs(all / Double(mixture.pauseCount) - 1) < 0.01)
  }

  @Test("Jumps that are thought to be judged rightly pass for thought")
  func unmixed() throws {
    let mixture = try #require(PauseMixture(Self.groups(mixing: [[1, 0], [0, 1]]), held: [:]))
    #expect(mixture.thoughtShare > 1.2 * 0.12)
  }

  @Test("Too few pauses give no law, and pauses without thought no thought")
  func few() throws {
    func group(_ pauses: [Double]) -> PauseMixture.Group {
      PauseMixture.Group(pauses: LogHistogram(pauses), shares: [1], showsThought: true)
    }
    #expect(PauseMixture([group([0.1, 0.2])], held: [:]) == nil)
    var random = SplitMix64(seed: 4)
    let rhythm = (0..<500).map { _ in random.lognormal(median: 0.16, sigma: 0.5) }
    let mixture = try #require(PauseMixture([group(rhythm)], held: [:]))
    #expect(mixture.thoughtShare < 0.02)
  }

  @Test("A simulated session tells under which jump pauses are counted")
  func mixing() throws {
    var workload = Workload()
    workload.hand.sampleRateHertz = 60
    let laws = PauseLaw.all(of: .cursive)
    let mixing = try PauseMixing(of: workload, laws: laws)
    for (row, law) in laws.enumerated() {
      #expect(abs(mixing.shares[row].reduce(0, +) - 1) < 1e-9)
      if law.path != nil { #expect(mixing.shares[row][row] > 0.5, "\(law.path ?? "")") }
    }
    // A tool is changed, and then the writer thinks: the time of the change is seen before the next stroke.
    let tool = laws.count - 1
    #expect(mixing.shares.dropLast().contains { $0[tool] > 0.002 })
  }
}
