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

  /// Goes through all calls of some kinds, or every so many of them, until a life passes untouched.
  ///
  /// After every other failure the process begins anew instead of trying again.
  mutating func run(
    _ fault: FaultPlan.Fault, of kinds: Set<CallKind> = Set(CallKind.allCases), lasts: Bool = false,
    every stride: UInt64 = 1
  ) throws {
    for index in 0..<Self.callsMax {
      let number = 1 + index * stride
      let environment = StoreEnvironment(
        directory: directory.path + "/life/store",
        durability: type.traits.durabilities.max() ?? .processCrash, codec: codec, seed: 5)
      let life = StoreLife(
        type, environment, in: directory.path + "/life",
        FaultPlan(fault, from: number, through: lasts ? .max : number, of: kinds),
        reopens: !index.isMultiple(of: 2))
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

  /// Holds the lives against what may happen: no violation, and no failed sync of content kept quiet.
  ///
  /// Content is compared in every life, so that any other failure that was kept quiet has cost nothing. A
  /// failed sync costs something only after a power cut.
  func check(isInterruption: Bool = false) {
    for violation in violations.prefix(8) { Issue.record("\(violation)") }
    #expect(violations.count <= 8, "and \(violations.count - 8) more")
    #expect(unreported.count + reported.count > 10, "hardly anything went wrong")
    if isInterruption {
      #expect(reported.isEmpty || doesNotRepeatCalls, "\(reported.sorted().prefix(8))")
    } else {
      let quiet = unreported.filter { $0.hasPrefix("sync") && !$0.hasPrefix(quietSyncs) }
      #expect(quiet.isEmpty, "\(quiet.sorted())")
    }
  }

  /// Foundation and SQLite give up on some calls that a signal has interrupted, and say so.
  private var doesNotRepeatCalls: Bool {
    type.traits.level == 2 || type.traits.name == SnapshotFoundation.traits.name
  }

  /// Syncs that fail without a word: SQLite's of the directory, beside which the backend makes its own, and
  /// Foundation's of caches, which nobody asked for.
  private var quietSyncs: String {
    switch type.traits.name {
    case SnapshotFoundation.traits.name: "sync temporary"
    case let name where name.hasPrefix("sqlite"): "sync other"
    default: "sync nothing"
    }
  }
}
