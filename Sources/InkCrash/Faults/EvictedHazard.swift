internal import InkTap

/// A file that can't be opened, and what has become of it when it can be again.
final class EvictedHazard: PlannedHazard {
  private let path: String
  private let bytes: [UInt8]
  private let isTruth: Bool
  /// Keeps the file's inode from being given to another file while the plan goes by it.
  private let held: Int32?
  /// What was done to the file while it could not be read, as a clause; nil if nothing that matters.
  private(set) var change: String?

  /// Takes a file that stands in its place; `isTruth` tells it from caches, which may be written anew.
  init(path: String, bytes: [UInt8], isTruth: Bool) {
    self.path = path
    self.bytes = bytes
    self.isTruth = isTruth
    var plan = FaultPlan(.error(Platform.notPermittedCode), from: 1, of: [.open])
    plan.file = Platform.identity(of: path)
    held = Platform.hold(path)
    super.init(plan)
  }

  deinit { if let held { Platform.release(held) } }

  override func clear() {
    super.clear()
    // A store that never asked for the file has not been kept from reading it.
    guard faultCount > 0, isTruth else { return }
    guard let now = try? Platform.bytes(of: path) else {
      change = "it was removed meanwhile"
      return
    }
    if now != bytes { change = "it was written to or replaced meanwhile" }
  }
}
