internal import InkModel

/// The sections of a report that hold modelled numbers and no measured ones.
struct ModelledSections {
  let modelled: Modelled

  /// Both sections with their headings; empty if nothing was modelled.
  var text: String {
    guard !modelled.rows.isEmpty else { return "" }
    return "## Modelled on devices\n\n" + Self.modelIntroduction
      + sections { ModelledTable(rows: $0, device: $1).text }
      + "## Flash and endurance\n\n" + Self.flashIntroduction
      + sections { FlashTable(rows: $0, device: $1).text }
      + sources
  }

  private static let modelIntroduction =
    "**Nothing here was measured on these devices.** The recorded file calls of each save are priced by a device file: "
    + "calls, bytes, blocks that syncs bring onto the storage, flushes. p50 and p95 are over the saves of the session; "
    + "low – high is the same with every figure of the device at the cheap or the dear end of its interval. The parts "
    + "are means. § was measured here, scaled by the device's processor factor, and is noisy; all else is exact "
    + "unless its device says otherwise.\n\n"

  private static let flashIntroduction =
    "Modelled too. A file's changed blocks count once for each sync or write-back, and the file system's own "
    + "blocks at each commit. A day is a reference day: \(Humanised.count(FlashPrice.hoursPerDay)) hours of such "
    + "writing. *Disk writes a day* is in the unit of MetricKit's `cumulativeLogicalWrites` and of Disk Writes in "
    + "Xcode's organizer (memory pages of files made dirty), so that field data can stand beside it; iOS logs a day of "
    + "more than 1,073.74 MB. *÷ written* is by the bytes that the store wrote, *÷ changes* by what the writer "
    + "changed (16 bytes a point). Years are until the app has used up its share of the flash, with what the flash "
    + "writes of its own.\n\n"

  /// Tables by durability and workload, the strongest promise first, and in each by device.
  private func sections(_ table: ([ModelledRow], Device) -> String) -> String {
    var workloads: [String] = []
    for row in modelled.rows where !workloads.contains(row.workload) { workloads.append(row.workload) }
    return Durability.allCases.sorted(by: >).flatMap { durability in
      workloads.map { workload in
        let rows = modelled.rows.filter { $0.durability == durability && $0.workload == workload }
        let tables = modelled.devices.map { device in
          table(rows.filter { $0.device == device.name }, device)
        }.filter { !$0.isEmpty && !rows.isEmpty }
        return tables.isEmpty
          ? ""
          : "### \(durability.rawValue), workload \(oneLine(workload))\n\n" + tables.joined(separator: "\n")
            + "\n"
      }
    }.joined()
  }

  /// Where the figures of the devices come from, by basis, so that it is seen how much is assumed.
  private var sources: String {
    "Figures of the devices, each with interval and source in report.json under `modelled.devices`: "
      + modelled.devices.map { device in
        let counts = DeviceFigure.Basis.allCases.compactMap { basis -> String? in
          let count = device.figures.count { $0.figure.basis == basis }
          return count > 0 ? "\(count) \(basis.rawValue)" : nil
        }
        return "\(code(device.name)) \(counts.joined(separator: ", "))"
      }.joined(separator: "; ") + ".\n\n"
  }
}
