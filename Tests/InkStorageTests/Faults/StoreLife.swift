import FoundationEssentials
import InkModel
import InkTap
import InkTestFixtures

@testable import InkStorage

/// The life of a store under a fault plan, and everything that went other than it may.
///
/// Each step is done to the store and, once it has returned, to the truth beside it. Where the plan strikes,
/// a copy of the files is looked at as the next process would find them. A step that reports its failure is
/// made again when the fault has passed: by the same process, or, with `reopens`, by one that begins anew.
final class StoreLife {
  /// One thing that an app does.
  struct Step: Sendable {
    var name: String
    /// What the store holds once the calls have returned.
    var intended: @Sendable (Truth) -> Truth
    var calls: @Sendable (StoreLife) throws(StorageError) -> Void
    /// Whether the calls put ink on disk.
    var isSave = false
  }

  let type: any StorageBackend.Type
  let plan: FaultPlan
  let reopens: Bool
  let root: String
  let environment: StoreEnvironment
  var backend: (any StorageBackend)?
  var truth = Truth()
  var exported: Truth?
  var assets: [AssetID: [UInt8]] = [:]
  var isDocumentOpen = false
  /// Pages of the present step that hold already what it is to give them.
  private(set) var donePages: Set<PageID> = []

  /// Databases keep an image of this size in a file beside them.
  var imageByteCount: Int { type.traits.level == 2 ? SQLiteOptions.breakEvenBytes + 1 : 20 }

  private(set) var violations: [String] = []
  /// Faults that no call has reported, as kind, role and step.
  private(set) var unreported: [String] = []
  private(set) var reported: [String] = []
  private(set) var faultCount: UInt64 = 0
  private var isInForce = true

  init(
    _ type: any StorageBackend.Type, _ environment: StoreEnvironment, in root: String, _ plan: FaultPlan,
    reopens: Bool
  ) {
    self.type = type
    self.plan = plan
    self.reopens = reopens
    self.root = root
    self.environment = environment
  }

  /// Runs all steps, and looks at what is left when the last process has ended.
  func run(_ steps: [Step]) {
    do {
      try prepare()
      Tap.watch(directory: root, roles: type.traits.fileRoles)
      Tap.inject(plan)
      for step in steps { try perform(step) }
      lift()
      backend = nil
      examine(environment.directory, earlier: truth, later: truth, "at the end")
      if let exported { examine(root + "/export", earlier: exported, later: exported, "in the export") }
    } catch {
      violations.append("\(error)")
    }
    lift()
  }

  private func prepare() throws {
    try? FileManager.default.removeItem(atPath: root)
    for directory in [environment.directory, root + "/export"] {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }
  }

  /// Ends the injection for good.
  private func lift() {
    noteFaults()
    isInForce = false
    Tap.endInjection()
  }

  /// Takes in what the tap has counted since it was last asked.
  @discardableResult private func noteFaults() -> Bool {
    guard isInForce, Tap.injection.faultCount > counted else { return false }
    faultCount += Tap.injection.faultCount - counted
    counted = Tap.injection.faultCount
    return true
  }
  private var counted: UInt64 = 0

  /// Looks at the store without faults in the way; a plan that lasts goes on afterwards.
  private func withoutFaults(_ body: () -> Void) {
    noteFaults()
    Tap.endInjection()
    body()
    guard isInForce, plan.last > plan.first else { return }
    counted = 0
    Tap.inject(FaultPlan(plan.fault, from: 1, of: plan.kinds))
  }

  /// Whether a call of a kind has left the files as they were, so that a copy of them would show nothing new.
  private func isLooking(_ kind: CallKind) -> Bool { [.read, .map, .close].contains(kind) }

  private struct Abandoned: Error, CustomStringConvertible {
    var description: String
  }

  private func perform(_ step: Step) throws {
    let target = step.intended(truth)
    donePages = []
    var mustWrite = false
    while true {
      let before = Tap.storeCounters()
      do throws(StorageError) {
        try step.calls(self)
        if mustWrite {
          let work = (written: Tap.storeCounters().writtenBytes, syncs: Tap.storeCounters().syncCalls)
          if work.written == before.writtenBytes || work.syncs == before.syncCalls {
            violations.append("\(step.name): after a failed sync nothing was written anew")
          }
        }
        truth = target
        if noteFaults() {
          let place = "\(Tap.injection.kind.rawValue) \(Tap.injection.role.rawValue) in \(step.name)"
          unreported.append(place)
          if !isLooking(Tap.injection.kind) {
            withoutFaults { examineCopy(earlier: target, later: target, "\(place), not reported") }
          }
        }
        return
      } catch {
        guard noteFaults() else {
          throw Abandoned(description: "\(step.name) fails without a fault: \(error)")
        }
        let place = "\(Tap.injection.kind.rawValue) \(Tap.injection.role.rawValue) in \(step.name)"
        reported.append("\(place): \(error)")
        mustWrite =
          step.isSave && !reopens && Tap.injection.kind == .sync && environment.durability != .processCrash
        withoutFaults { examineCopy(earlier: truth, later: target, "\(place), reported") }
        if plan.last > plan.first { lift() }
        guard reopens else { continue }
        try begin(anew: step, target)
        if truth.hasSameContent(as: target), step.isSave || truth.info != nil { return }
      }
    }
  }

  /// Starts a new process on the store, as after a crash, and takes over what it finds.
  private func begin(anew step: Step, _ target: Truth) throws {
    lift()
    backend = nil
    let fresh = try type.init(environment)
    backend = fresh
    let (found, faults) = try Truth.found(
      in: fresh, Fixtures.document(pages: 0).id, earlier: truth, later: target, assets: assets)
    violations += faults.map { "\(step.name), opened anew: \($0)" }
    donePages = Set(
      found.pages.keys.filter { id in
        target.pages[id].map { found.pages[id]?.hasSameContent(as: $0) ?? false } ?? false
      })
    isDocumentOpen = found.info != nil
    truth = found
  }

  private func examineCopy(earlier: Truth, later: Truth, _ comment: String) {
    let copy = root + "-copy"
    try? FileManager.default.removeItem(atPath: copy)
    do {
      try FileManager.default.copyItem(atPath: environment.directory, toPath: copy)
      examine(copy, earlier: earlier, later: later, comment)
    } catch {
      violations.append("\(comment): \(error)")
    }
    try? FileManager.default.removeItem(atPath: copy)
  }

  private func examine(_ directory: String, earlier: Truth, later: Truth, _ comment: String) {
    var environment = environment
    environment.directory = directory
    do throws(StorageError) {
      let backend = try type.init(environment)
      let (found, faults) = try Truth.found(
        in: backend, Fixtures.document(pages: 0).id, earlier: earlier, later: later, assets: assets)
      violations += faults.map { "\(comment): \($0)" }
      if found.info != nil { try backend.closeDocument() }
    } catch {
      violations.append("\(comment): \(error)")
    }
  }
}
