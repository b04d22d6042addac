import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

@testable import InkStorage

/// Lives of one store, each with another call going wrong.
struct FaultMatrix {
  let type: any StorageBackend.Type
  let directory: TemporaryDirectory
  private(set) var lives = 0
  private var violations: [String: Int] = [:]
  private(set) var unreported: Set<String> = []
  private(set) var reported: [String] = []

  init(_ name: String) throws {
    type = try #require(BuiltInBackends.named(name))
    directory = try TemporaryDirectory.inMemory()
  }

  /// Goes through all calls of some kinds.
  ///
  /// After every other failure the process begins anew instead of trying again.
  mutating func run(
    _ fault: FaultPlan.Fault, of kinds: Set<CallKind> = Set(CallKind.allCases), lasts: Bool = false
  ) throws {
    for number in 1...Self.callsMax {
      let plan = FaultPlan(fault, from: number, through: lasts ? .max : number, of: kinds)
      let life = StoreLife(
        type, type.traits.durabilities.max() ?? .processCrash, in: directory.path + "/life", plan,
        reopens: number.isMultiple(of: 2))
      life.run(StoreLife.steps)
      lives += 1
      for violation in life.violations {
        violations[
          "\(fault), call \(number): \(violation)".replacing(directory.path, with: ""), default: 0] += 1
      }
      unreported.formUnion(life.unreported)
      reported += life.reported.map { $0.replacing(directory.path, with: "") }
      if life.faultCount == 0 { return }
    }
    Issue.record("a life has more than \(Self.callsMax) calls")
  }

  private static let callsMax: UInt64 = 2_000

  func check() {
    for (violation, _) in violations.sorted(by: { $0.key < $1.key }).prefix(12) {
      Issue.record("\(violation)")
    }
  }


    var text = "lives \(lives)\n"
    text += violations.keys.sorted().map { "V \($0)\n" }.joined()
    text += unreported.sorted().map { "U \($0)\n" }.joined()
    text += reported.sorted().map { "R \($0)\n" }.joined()
    let f = unsafe fopen("/tmp/m-\(type.traits.name)-\(n).txt", "w")
    unsafe fputs(text, f)
    unsafe fclose(f)
  }
}
