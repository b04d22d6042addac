import CrashToys
import InkReport
import Testing

/// The lab against seventeen bugs that are known: each is found where it shows, and nowhere else.
///
/// A toy's store has one bug, and its twin differs by the line that is the bug. Where the lab stays silent on
/// a toy it is blind, and where it speaks up on a twin it cries wolf.
@Suite struct ToyTests {
  @Test(
    "A known bug is found under the profiles that let it show, with the outcome that it has",
    arguments: Toys.all)
  func found(toy: Toy) async throws {
    let result = try await ToyResults.shared.result(of: toy)
    for (trial, outcome) in zip(toy.trials, result.wrong) {
      for (profile, expected) in trial.expected.sorted(by: { $0.key < $1.key }) {
        let found = try #require(outcome.findings[profile], "there is no profile \(profile)")
        let sentences = found.broken.values.joined().sorted()
        let comment: Comment =
          "bug \(toy.number), \(toy.bug) (\(trial.name)), \(profile): \(sentences.prefix(5))"
        #expect(Set(found.broken.keys) == expected, comment)
        #expect(found.stateCount > 1, comment)
        guard !expected.isEmpty else { continue }
        #expect(sentences.contains { $0.contains(trial.evidence) }, comment)
        let culprit = try #require(found.culpritCalls, comment)
        #expect(culprit.count <= ToyFindings.culpritCallsMax, "\(comment), \(culprit)")
      }
    }
  }

  @Test("A store without the bug raises no alarm under any profile", arguments: Toys.all)
  func clean(toy: Toy) async throws {
    for outcome in try await ToyResults.shared.result(of: toy).sound.joined() {
      #expect(outcome.alarms.isEmpty, "\(outcome.alarms.joined(separator: "\n"))")
      #expect(outcome.findings.values.allSatisfy { $0.stateCount > 1 })
    }
  }

  @Test("Where the disk is to fail it fails once, in the wrong store as in its twin", arguments: Toys.all)
  func faults(toy: Toy) async throws {
    let result = try await ToyResults.shared.result(of: toy)
    for (trial, stores) in zip(toy.trials, zip(result.wrong, result.sound).map { [$0] + $1 }) {
      #expect(stores.count == 1 + trial.sound.count)
      #expect(stores.allSatisfy { $0.faultCount == (trial.fault == nil ? 0 : 1) })
    }
  }

  @Test("A store that looks at what a write answers says that the disk is full; one that does not, does not")
  func fullDisk() async throws {
    let toy = try #require(Toys.all.last)
    let result = try await ToyResults.shared.result(of: toy)
    let full = try #require(toy.trials.firstIndex { $0.name == "the disk is full" })
    #expect(result.wrong[full].failure == nil)
    #expect(result.sound[full][0].failure?.contains("the disk is full") == true)
    // Half of a write is no failure, as long as the other half follows.
    #expect(result.wrong[1 - full].failure == nil)
    #expect(result.sound[1 - full][0].failure == nil)
  }

  @Test("Seventeen of seventeen bugs are found, with no alarm")
  func all() async throws {
    var found = 0
    var alarms = 0
    for toy in Toys.all {
      let result = try await ToyResults.shared.result(of: toy)
      if toy.isFound(in: result.wrong) { found += 1 }
      alarms += result.sound.joined().map(\.alarms.count).reduce(0, +)
    }
    #expect(Toys.all.map(\.number).sorted() == Array(1...17))
    #expect(found == 17)
    #expect(alarms == 0)
  }

  @Test("A bug counts as found only with its outcomes, its evidence and an explanation")
  func foundOnlyWhole() {
    var findings = ToyFindings()
    #expect(findings.fit([], evidence: "is lost"))
    #expect(!findings.fit([.torn], evidence: "is lost"))
    findings.broken = [.torn: ["page 1 is lost"]]
    findings.culpritCalls = [3, 4]
    #expect(findings.fit([.torn], evidence: "is lost"))
    #expect(!findings.fit([], evidence: "is lost"))
    #expect(!findings.fit([.torn, .corrupt], evidence: "is lost"))
    #expect(!findings.fit([.torn], evidence: "is gone"))
    findings.culpritCalls = [3, 4, 5]
    #expect(!findings.fit([.torn], evidence: "is lost"))
    findings.culpritCalls = nil
    #expect(!findings.fit([.torn], evidence: "is lost"))
  }
}

extension Toy: CustomTestStringConvertible {
  public var testDescription: String { "\(number) \(name)" }
}
