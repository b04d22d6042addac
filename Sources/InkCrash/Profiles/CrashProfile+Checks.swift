internal import InkModel
internal import InkReport

extension CrashProfile {
  /// What can't be about a profile, as a clause; nil for a usable one.
  var fault: String? {
    let isNamed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
    if name.isEmpty || !isNamed || name.utf8.count > 64 {
      return "its name '\(name.printable.prefix(64))' must be 1 to 64 of a-z, 0-9, '-' and '_'"
    }
    if summary.isEmpty { return "its summary is empty" }
    if unwrittenBytes.isEmpty { return "unwrittenBytes must name 'zeros', 'garbage' or both" }
    if Set(unwrittenBytes).count != unwrittenBytes.count { return "unwrittenBytes names one kind twice" }
    let units = Self.tornUnitBytesMin...ContentDigest.blockBytes
    if !units.contains(tornUnitBytes) || tornUnitBytes.nonzeroBitCount != 1 {
      return "tornUnitBytes is \(tornUnitBytes), and must be a power of two from \(units.lowerBound) to "
        + "\(units.upperBound)"
    }
    return contradiction
  }

  /// Below this, states by the thousand differ in a byte or two.
  private static let tornUnitBytesMin = 16

  private var contradiction: String? {
    if tornUnitBytes < Self.sectorBytes, sectorOrder {
      return "sectorOrder can't hold where writes are torn within a sector of \(Self.sectorBytes) bytes"
    }
    if splitsRename, renameFlushesData != .none {
      return "a rename that survives in parts can't also wait for bytes"
    }
    guard crash == .process else { return nil }
    if !totalOrder { return "where only the process ends, everything is kept in order: set totalOrder" }
    if splitsRename || damagesWholeBlock {
      return "where only the process ends, no rename is split and no block is damaged"
    }
    return nil
  }
}
