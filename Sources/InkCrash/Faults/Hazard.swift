internal import InkReplay
internal import InkStorage
internal import InkTap

/// What goes wrong in a life, and when it clears.
protocol Hazard: AnyObject {
  /// Calls that have gone wrong so far.
  var faultCount: Int { get }
  /// Whether the process is to end.
  var endsProcess: Bool { get }
  /// Puts it in force.
  func begin()
  /// Clears it, for good.
  func clear()
  /// Lets everything pass for a while, in which somebody looks at the store's files.
  func suspend()
  func resume()
  /// Hears of each call of the app before it is made and after, with the error that it threw.
  func willCall(_ action: Step.Action)
  func didCall(_ action: Step.Action, _ error: StorageError?)
}

extension Hazard {
  var endsProcess: Bool { false }
  func suspend() {}
  func resume() {}
  func willCall(_ action: Step.Action) {}
  func didCall(_ action: Step.Action, _ error: StorageError?) {}
}

/// File calls that go wrong as a plan of the tap says.
class PlannedHazard: Hazard {
  private let plan: FaultPlan
  /// Those of plans that were in force before.
  private var earlierCount = 0
  private var isInForce = false

  init(_ plan: FaultPlan) { self.plan = plan }

  /// What the tap has counted; each plan counts for itself.
  var faultCount: Int { isInForce ? earlierCount + Int(Tap.injection.faultCount) : earlierCount }

  func begin() { inject(plan) }
  func clear() { end() }
  func suspend() { end() }

  /// A plan for one call has had its call; one that lasts goes on.
  func resume() {
    guard plan.last > plan.first else { return }
    var rest = plan
    rest.first = 1
    inject(rest)
  }

  private func inject(_ plan: FaultPlan) {
    Tap.inject(plan)
    isInForce = true
  }

  private func end() {
    guard isInForce else { return }
    Tap.endInjection()
    earlierCount += Int(Tap.injection.faultCount)
    isInForce = false
  }
}

/// The end of the process at one of the file calls that a store makes in the background, or within one.
///
/// From that call on no call is carried out, but for the part of a write that a plan lets it move, and when
/// the store has given up it is released: what is on disk is what a process leaves that ended there.
final class DeadlineHazard: Hazard {
  private let plan: FaultPlan
  /// File calls of the background so far.
  private(set) var callCount: UInt64 = 0
  /// The numbers of the changing calls that were made in the background.
  private(set) var operations: [ClosedRange<UInt64>] = []
  private var operationsBefore: UInt64 = 0
  private(set) var endsProcess = false

  init(_ plan: FaultPlan) { self.plan = plan }

  var faultCount: Int { endsProcess ? 1 : 0 }
  func begin() {}
  func clear() { Tap.endInjection() }

  func willCall(_ action: Step.Action) {
    guard action == .background, plan.first > callCount else { return }
    var rest = plan
    rest.first -= callCount
    operationsBefore = Tap.operationCount
    Tap.inject(rest)
  }

  func didCall(_ action: Step.Action, _ error: StorageError?) {
    guard action == .background, plan.first > callCount else { return }
    callCount += Tap.injection.callCount
    if Tap.operationCount > operationsBefore { operations.append(operationsBefore + 1...Tap.operationCount) }
    endsProcess = Tap.injection.faultCount > 0
    // What is left to the process is its release, which the disk must not see.
    if !endsProcess { Tap.endInjection() }
  }
}

/// A disk that has room for no more than some blocks, until a file that fills it is removed.
final class FullDiskHazard: Hazard {
  private let disk: SmallDisk
  /// Calls of the app that the full disk made fail; how many file calls did is for the kernel to know.
  private(set) var faultCount = 0
  private let freeBlocks: Int?
  /// The least that was free after any call, for a disk that is not filled.
  private(set) var lowestFreeBlocks = Int.max
  private var isFull = false

  /// Leaves so many blocks free, or all of them.
  init(_ disk: SmallDisk, freeBlocks: Int?) {
    self.disk = disk
    self.freeBlocks = freeBlocks
  }

  func begin() {
    lowestFreeBlocks = disk.freeBlocks
    guard let freeBlocks else { return }
    disk.fill(leaving: freeBlocks)
    isFull = true
  }

  func clear() {
    disk.empty()
    isFull = false
  }

  func didCall(_ action: Step.Action, _ error: StorageError?) {
    if isFull, error != nil { faultCount += 1 }
    if freeBlocks == nil { lowestFreeBlocks = min(lowestFreeBlocks, disk.freeBlocks) }
  }
}
