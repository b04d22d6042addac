import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

@testable import InkStorage

/// Lives of one store, each with another call going wrong.
struct FaultMatrix {
  let type: any StorageBackend.Type
  let codec: any PageCodec
  let directory: TemporaryDirectory
  private(set) var lives = 0
  private(set) var violations: [String] = []
  /// What went wrong and was not reported, and what was, as kind, role and step.
  private(set) var unreported: Set<String> = []
  private(set) var reported: Set<String> = []

  init(_ name: String, codec: String = "packed") throws {
    type = try #require(BuiltInBackends.named(name))
    self.codec = try #require(BuiltInCodecs.named(codec))
    directory = try TemporaryDirectory.inMemory()
  }

  /// Goes through all calls of some kinds, until a life passes untouched.
  ///
  /// After every other failure the process begins anew instead of trying again.
  mutating func run(
    _ fault: FaultPlan.Fault, of kinds: Set<CallKind> = Set(CallKind.allCases), lasts: Bool = false
  ) throws {
    for number in 1...Self.callsMax {
      let environment = StoreEnvironment(
        directory: directory.path + "/life/store",
        durability: type.traits.durabilities.max() ?? .processCrash, codec: codec, seed: 5)
      let life = StoreLife(
        type, environment, in: directory.path + "/life",
        FaultPlan(fault, from: number, through: lasts ? .max : number, of: kinds),
        reopens: number.isMultiple(of: 2))
      life.run(StoreLife.steps)
      lives += 1
      violations += life.violations.map {
        "\(fault), call \(number): \($0)".replacing(directory.path, with: "")
      }
      unreported.formUnion(life.unreported)
      reported.formUnion(life.reported)
      if life.faultCount == 0 { return }
    }
    Issue.record("a life has more than \(Self.callsMax) calls")
  }

  private static let callsMax: UInt64 = 2_000

  /// Holds the lives against what may happen: no violation, and no error kept quiet that matters.
  ///
  /// Content is compared in every life, so that an error that was kept quiet has at least cost nothing yet. A
  /// failed sync costs something only after a power cut: it must be reported wherever it happens.
  func check(fewestLives: Int) {
    for violation in violations.prefix(8) { Issue.record("\(violation)") }
    #expect(violations.count <= 8)
    #expect(lives >= fewestLives)
    let quietSyncs = unreported.filter { $0.hasPrefix("sync") }
    #expect(quietSyncs.allSatisfy { quietEngineSyncs.contains($0) }, "\(quietSyncs.sorted())")
  }

  func dump(_ n: String) {
    var text = "lives \(lives)\n"
    text += violations.sorted().map { "V \($0)\n" }.joined()
    text += unreported.sorted().map { "U \($0)\n" }.joined()
    text += reported.sorted().map { "R \($0)\n" }.joined()
    let f = unsafe fopen("/tmp/m-\(type.traits.name)-\(n).txt", "w")
    unsafe fputs(text, f)
    unsafe fclose(f)
  }

  /// Syncs of the directory by the engine, which keeps quiet about them; the backend has made its own.
  private let quietEngineSyncs: Set<String> = []
}
