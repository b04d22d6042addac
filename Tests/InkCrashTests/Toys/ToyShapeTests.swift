import CrashToys
import InkModel
import InkReport
import Testing

/// Shapes of states whose bug is known.
@Suite("Shapes of known bugs") struct ToyShapeTests {
  private typealias Feature = StoreShape.Feature

  /// What was found of a wrong store, by profile, and of all that the lab knows to be right.
  private func findings(
    _ number: Int, _ trial: String
  ) async throws -> (wrong: [String: ToyFindings], sound: [ToyFindings]) {
    let toy = try #require(Toys.all.first { $0.number == number })
    let index = try #require(toy.trials.firstIndex { $0.name == trial })
    let result = try await ToyResults.shared.result(of: toy)
    return (result.wrong[index].findings, result.sound[index].flatMap { $0.findings.values })
  }

  private func has(_ feature: Feature, _ findings: ToyFindings?) -> Bool {
    findings?.shapes.contains { $0.features.contains(feature) } == true
  }

  @Test("A rename without a sync leaves empty pages where the file system lets it, and nowhere else")
  func emptyPage() async throws {
    let (wrong, sound) = try await findings(1, "a page is rewritten")
    let empty = Feature(.page, .empty)
    for profile in ["xfs", "posix-strict", "ext4-noauto_da_alloc"] { #expect(has(empty, wrong[profile])) }
    for profile in ["ext4-ordered", "btrfs", "process-crash"] { #expect(!has(empty, wrong[profile])) }
    // The page is refused as well, which is what its reader says of no bytes.
    #expect(wrong["xfs"]?.shapes.contains(StoreShape([empty, Feature(.page, .damaged)])) == true)
    #expect(!sound.contains { has(empty, $0) || has(Feature(.page, .damaged), $0) })
  }

  @Test("A reference before its resource leaves a page that names a missing image")
  func dangling() async throws {
    let (wrong, sound) = try await findings(7, "an image is pasted")
    let absent = Feature(.asset, .absent)
    #expect(has(absent, wrong["btrfs"]) && has(absent, wrong["posix-strict"]))
    #expect(!has(absent, wrong["xfs"]) && !has(absent, wrong["process-crash"]))
    #expect(!sound.contains { has(absent, $0) })
  }

  @Test("A removal before a rename leaves the new file under its temporary name alone")
  func temporary() async throws {
    let (wrong, sound) = try await findings(12, "a page is rewritten")
    let left = Feature(.temporary, .leftBehind)
    #expect(
      wrong["process-crash"]?.shapes.contains { $0.features.count == 2 && $0.features.contains(left) } == true
    )
    // A store that does it right leaves a temporary file too, and no harm with it.
    #expect(sound.contains { $0.shapes.contains(StoreShape([left])) })
    #expect(sound.allSatisfy { $0.shapes.allSatisfy { $0.features.allSatisfy { $0.role == .temporary } } })
  }
}
