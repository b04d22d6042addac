internal import InkModel

/// Compares what two reports model, where both have priced with the same figures.
///
/// Method. Bytes and calls are compared for themselves; what a device adds is where the bytes lie and what is
/// synced after what. The exact headlines of each case are compared exactly. A device that only one report
/// has, or whose figures were changed, is noted and compared with nothing; a case that only one report could
/// price is an obstacle.
struct ModelledComparison {
  private(set) var rows: [ComparisonRow] = []
  private(set) var obstacles: [String] = []
  private(set) var notes: [String] = []

  /// The modelled metrics that decide; all others follow from them or from the measured ones.
  static let headlines = ["save.file.p50", "save.file.p95", "flash.device-bytes"]

  init(base: Modelled, head: Modelled) {
    for device in base.devices {
      let other = head.devices.first { $0.name == device.name }
      guard let other else {
        noteDevice(device.name, onlyIn: "base")
        continue
      }
      guard device == other else {
        // This machine is measured anew in each run.
        if device.name != BuiltInDevices.thisMachine {
          notes.append("The figures of \(device.name) differ, so what is modelled for it is not compared.")
        }
        continue
      }
      for row in base.rows where row.device == device.name {
        guard let match = head.rows.first(where: { $0.device == row.device && $0.name == row.name }) else {
          continue
        }
        compare(row, match)
      }
    }
    for device in head.devices where !base.devices.contains(where: { $0.name == device.name }) {
      noteDevice(device.name, onlyIn: "head")
    }
  }

  private mutating func noteDevice(_ name: String, onlyIn side: String) {
    notes.append("Saves are priced for \(name) in the \(side) only, and not compared.")
  }

  private mutating func compare(_ base: ModelledRow, _ head: ModelledRow) {
    let name = "\(base.name.text) on \(base.device)"
    guard base.status == head.status else {
      let side = base.status == .notModelled ? ("base", base) : ("head", head)
      obstacles.append("\(name) is not modelled in the \(side.0): \(side.1.reason ?? "no reason given")")
      return
    }
    for headline in Self.headlines {
      guard let below = base.metric(headline), let above = head.metric(headline), below.kind == .exact,
        above.kind == .exact, let low = below.value, let high = above.value
      else { continue }
      rows.append(
        ComparisonRow(
          caseName: name, metric: "modelled " + headline,
          unit: below.unit == .bytes ? .bytes : .nanoseconds, better: .lower, base: low, head: high,
          finding: low == high ? .same : high < low ? .better : .worse))
    }
  }
}
