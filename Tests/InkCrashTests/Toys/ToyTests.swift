import CrashToys
import InkCrash
import InkReport
import InkStorage
import Testing

/// The lab against seventeen bugs that are known: each is found where it shows, and nowhere else.
///
/// A toy's store has one bug, and its twin differs by the line that is the bug. Where the lab stays silent on
/// a toy it is blind, and where it speaks up on a twin it cries wolf.
@Suite struct ToyTests {
  /// More than these are no explanation.
  private static let culpritCallsMax = 2

  @Test(
    "A known bug is found under the profiles that let it show, with the outcome that it has",
    arguments: Toys.all)
  func found(toy: Toy) async throws {
    let result = try await ToyResults.shared.result(of: toy)
    for (trial, findings) in zip(toy.trials, result.wrong) {
      for (profile, expected) in trial.expected.sorted(by: { $0.key < $1.key }) {
        let found = try #require(findings[profile], "there is no profile \(profile)")
        let sentences = found.broken.values.joined().sorted()
        let comment: Comment =
          "bug \(toy.number), \(toy.bug) (\(trial.name)), \(profile): \(sentences.prefix(5))"
        #expect(Set(found.broken.keys) == expected, comment)
        #expect(found.stateCount > 1, comment)
        guard !expected.isEmpty else { continue }
        #expect(sentences.contains { $0.contains(trial.evidence) }, comment)
        let culprit = try #require(found.culprit, comment)
        #expect(culprit.calls.count <= Self.culpritCallsMax, "\(comment), \(culprit)")
      }
    }
  }

  @Test("A store without the bug raises no alarm under any profile", arguments: Toys.all)
  func clean(toy: Toy) async throws {
    let result = try await ToyResults.shared.result(of: toy)
    #expect(result.alarms.isEmpty, "\(result.alarms.sorted().joined(separator: "\n"))")
  }

  @Test("Where the disk is to fail it fails once, in the wrong store as in its twin", arguments: Toys.all)
  func faults(toy: Toy) async throws {
    let result = try await ToyResults.shared.result(of: toy)
    for (trial, counts) in zip(toy.trials, result.faultCounts) {
      #expect(counts == [Int](repeating: trial.fault == nil ? 0 : 1, count: 1 + trial.sound.count))
    }
  }

  @Test("A store that looks at what a write answers says that the disk is full; one that does not, does not")
  func fullDisk() async throws {
    let toy = try #require(Toys.all.last)
    let result = try await ToyResults.shared.result(of: toy)
    let full = try #require(toy.trials.firstIndex { $0.name == "the disk is full" })
    #expect(result.failures[full][0] == nil)
    #expect(result.failures[full][1]?.contains("the disk is full") == true)
    // Half of a write is no failure, as long as the other half follows.
    #expect(result.failures[1 - full] == [nil, nil])
  }

  @Test("Seventeen of seventeen bugs are found, with no alarm")
  func all() async throws {
    var found = 0
    var alarms = 0
    for toy in Toys.all {
      let result = try await ToyResults.shared.result(of: toy)
      if result.isFound(toy), toy.trials.contains(where: \.findsSomething) { found += 1 }
      alarms += result.alarms.count
    }
    #expect(Toys.all.map(\.number).sorted() == Array(1...17))
    #expect(found == 17)
    #expect(alarms == 0)
  }
}

extension Toy: CustomTestStringConvertible {
  public var testDescription: String { "\(number) \(name)" }
}

extension ToyLab.Findings {
  /// Adds what was found elsewhere.
  mutating func add(_ other: ToyLab.Findings) {
    broken.merge(other.broken) { $0.union($1) }
    stateCount += other.stateCount
    guard let culprit = other.culprit, culprit.calls.count < self.culprit?.calls.count ?? .max else { return }
    self.culprit = culprit
  }
}
