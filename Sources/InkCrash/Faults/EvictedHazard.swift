internal import InkTap

/// A file that can't be opened, and what has become of it when it can be again.
final class EvictedHazard: Hazard {
  private let path: String
  private let bytes: [UInt8]
  private let isTruth: Bool
  private let code: Int32
  /// What was done to the file while it could not be read, as a clause; nil if nothing that matters.
  private(set) var change: String?
  /// As counted when it was cleared: later plans count anew.
  var faultCount: Int { Int(Tap.injection.faultCount) }

  init(path: String, bytes: [UInt8], isTruth: Bool, code: Int32) {
    self.path = path
    self.bytes = bytes
    self.isTruth = isTruth
    self.code = code
  }

  func begin() {
    var plan = FaultPlan(.error(code), from: 1, of: [.open])
    plan.file = Platform.identity(of: path)
    Tap.inject(plan)
  }

  func clear() {
    Tap.endInjection()
    // A store that never asked for the file has not been kept from reading it.
    guard faultCount > 0, isTruth else { return }
    guard let now = try? Platform.bytes(of: path) else {
      change = "it was removed meanwhile"
      return
    }
    if now != bytes { change = "it was written to or replaced meanwhile" }
  }
}
