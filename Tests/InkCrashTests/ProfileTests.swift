import FoundationEssentials
import InkCrash
import InkModel
import InkReport
import InkTestFixtures
import Testing

/// Profile files.
@Suite struct ProfileTests {
  @Test("The profiles of the design come with the program, each under its own name")
  func builtIn() {
    #expect(
      CrashProfile.builtIn.map(\.name) == [
        "process-crash", "os-crash", "posix-strict", "posix-strict-damage", "ext4-ordered",
        "ext4-noauto_da_alloc", "ext4-writeback", "xfs", "btrfs", "data-journal", "apfs-fsync",
        "apfs-barrier", "apfs-full",
      ])
    let withoutClaims = CrashProfile.builtIn.filter { !$0.holdsClaims }.map(\.name)
    #expect(withoutClaims == ["posix-strict-damage", "apfs-fsync", "apfs-barrier"])
    #expect(CrashProfile.named("zfs") == nil)
  }

  @Test("The short look of a run is under one profile of each kind of promise")
  func short() {
    #expect(
      ShortExploration.profiles.map(\.name) == ["process-crash", "posix-strict", "ext4-ordered", "apfs-full"])
  }

  @Test("A profile that is written reads back equal", arguments: CrashProfile.builtIn)
  func roundTrip(_ profile: CrashProfile) throws {
    let place = try TemporaryDirectory()
    let path = try place.write(profile.json(), to: "profile.json")
    #expect(try CrashProfile.read(path) == profile)
  }

  @Test(
    "Every profile meets the published schema, and none that lacks a key or has another",
    .enabled(if: JSONSchemaChecker.isInstalled, "needs Python with jsonschema"))
  func schema() throws {
    let documents = CrashProfile.builtIn.map { String(decoding: $0.json(), as: UTF8.self) }
    #expect(
      try JSONSchemaChecker.faults(of: documents, schema: CrashProfile.jsonSchema, provingStrictness: true)
        == "")
    let words =
      CrashProfile.RenameFlush.allCases.map(\.rawValue) + CrashProfile.SyncScope.allCases.map(\.rawValue)
      + CrashProfile.UnwrittenBytes.allCases.map(\.rawValue) + CrashBasis.allCases.map(\.rawValue)
      + CrashKind.allCases.map(\.rawValue)
    for word in words { #expect(CrashProfile.jsonSchema.contains("\"\(word)\""), "\(word)") }
  }

  private func error(_ json: String) -> String? {
    do { _ = try CrashProfile(json: Array(json.utf8), path: "p.json") } catch { return error.description }
    return nil
  }

  private func changed(_ old: String, _ new: String, in name: String = "xfs") -> String? {
    let json = String(decoding: profile(name).json(), as: UTF8.self)
    #expect(json.contains(old))
    return error(json.replacing(old, with: new))
  }

  @Test("Unknown keys, versions and words, and rules that contradict each other, are refused by a sentence")
  func refusals() {
    let start = "p.json is no usable crash profile: "
    #expect(
      changed("inkbench-crash-profile/1", "inkbench-crash-profile/2")
        == start + "its schema is 'inkbench-crash-profile/2', and this version reads "
        + "'inkbench-crash-profile/1'")
    #expect(changed("\"metadataChain\"", "\"metaDataChain\"") == start + "'metadataChain' is missing")
    #expect(
      changed("\"splitsRename\" : false", "\"splitsRename\" : false, \"fast\" : 1")
        == start + "it has an unknown key at fast")
    #expect(changed("\"journal\"", "\"all\"") == start + "a value is not allowed at syncScope")
    #expect(
      changed("\"tornUnitBytes\" : 512", "\"tornUnitBytes\" : 500")
        == start + "tornUnitBytes is 500, and must be a power of two from 16 to 4096")
    #expect(
      changed("\"tornUnitBytes\" : 512", "\"tornUnitBytes\" : 64")
        == start + "sectorOrder can't hold where writes are torn within a sector of 512 bytes")
    #expect(
      changed("\"totalOrder\" : true", "\"totalOrder\" : false", in: "process-crash")?.contains("totalOrder")
        == true)
    #expect(
      changed("\"xfs\"", "\"X FS\"")
        == start + "its name 'X FS' must be 1 to 64 of a-z, 0-9, '-' and '_'")
    #expect(changed("\"zeros\"", "") == start + "unwrittenBytes must name 'zeros', 'garbage' or both")
    #expect(error("[]") != nil)
    #expect(error(String(repeating: "[", count: 50_000)) != nil)
    #expect(error(String(repeating: " ", count: 100_000)) == start + "it has more than 65536 bytes")
    #expect(throws: CrashProfileError.self) { try CrashProfile.read("/nowhere/at/all.json") }
  }

  @Test("Damaged profile files give an error and no more")
  func fuzzing() {
    var random = SplitMix64(seed: 5)
    let json = profile("btrfs").json()
    for _ in 0..<400 {
      var damaged = json
      for _ in 0...random.below(3) {
        let place = random.below(damaged.count)
        switch random.below(3) {
        case 0: damaged[place] = UInt8(random.below(256))
        case 1: damaged.remove(at: place)
        default: damaged.insert(UInt8(random.below(128)), at: place)
        }
      }
      do throws(CrashProfileError) {
        // What is still a profile is one that can be used and written.
        let read = try CrashProfile(json: damaged, path: "p.json")
        #expect(try CrashProfile(json: read.json(), path: "p.json") == read)
      } catch {
        #expect(error.description.hasPrefix("p.json is no usable crash profile: "))
      }
    }
  }

  @Test("With a unit of tearing below a sector, order within sectors is given up")
  func tearing() {
    #expect(profile("xfs").tearing(at: 64).sectorOrder == false)
    #expect(profile("xfs").tearing(at: 4_096).sectorOrder)
  }
}
