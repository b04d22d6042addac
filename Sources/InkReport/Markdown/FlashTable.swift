/// What one group's stores bring onto a device's flash, a day of it in the platform's own unit, and how long
/// it lasts.
struct FlashTable {
  let rows: [ModelledRow]
  let device: Device

  /// Empty if no case was modelled.
  var text: String {
    let modelled = rows.filter { $0.status == .modelled }
    guard !modelled.isEmpty else { return "" }
    var table = MarkdownTable(
      [
        "store", "to flash an hour", "÷ written", "÷ changes", "to flash a day", "disk writes a day",
        "of 1,073.74 MB", "cells a day", "years", "low – high",
      ], textColumns: 1)
    table.rows = modelled.map { row in
      let names = [
        "flash.bytes-per-hour", "flash.rounding", "flash.write-amplification", "flash.bytes-per-day",
        "flash.platform-writes-per-day", "flash.daily-line", "flash.cell-bytes-per-day", "flash.years",
      ]
      return [row.name.store] + names.map { row.metric($0)?.humanised ?? "–" }
        + [row.metric("flash.years")?.humanisedInterval ?? "–"]
    }
    return "\(code(device.name)):\n\n" + table.text
  }
}
