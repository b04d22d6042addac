/// What tells the machine of a report from another: its fingerprint, or its facts where nobody took one.
struct ReportMachine: Hashable {
  private let fingerprint: String?
  private let facts: [EnvironmentFact]

  init(_ report: Report) {
    fingerprint = report.machine.fingerprint
    facts = fingerprint == nil ? report.environment.ofMachine : []
  }
}

extension ShardMerge {
  /// What the shards' machines were like, shard after shard.
  ///
  /// Floors are not pooled, since a report has their percentiles and not their samples. There is a
  /// fingerprint only if all shards have the same.
  static func machine(of reports: [Report]) -> MachineRow {
    let fingerprints = Set(reports.map(\.machine.fingerprint))
    return MachineRow(
      fingerprint: fingerprints.count == 1 ? reports[0].machine.fingerprint : nil,
      floors: reports.flatMap(\.machine.floors), noise: reports.flatMap(\.machine.noise))
  }

  /// All modelled rows, with the devices that they were priced on.
  ///
  /// A device that two shards measured for themselves is two devices: the later one's name gets its shard.
  /// The speed of a kernel is that of one run, so there is none where shards have several.
  static func modelled(of parts: [(shard: Int, report: Report)]) -> Modelled {
    var devices: [Device] = []
    var rows: [ModelledRow] = []
    for (shard, report) in parts {
      var names: [String: String] = [:]
      for var device in report.modelled.devices where !devices.contains(device) {
        let name = device.name
        if devices.contains(where: { $0.name == name }) { device.name = "\(name)-shard-\(shard)" }
        names[name] = device.name
        devices.append(device)
      }
      rows += report.modelled.rows.map { row in
        var row = row
        row.device = names[row.device] ?? row.device
        return row
      }
    }
    let speeds = Set(parts.map(\.report.modelled.kernelBytesPerSecond))
    return Modelled(
      kernelBytesPerSecond: speeds.count == 1 ? parts[0].report.modelled.kernelBytesPerSecond : nil,
      devices: devices, rows: rows)
  }

  /// Every definition that a shard has, once.
  static func formulas(of reports: [Report]) -> [Formula] {
    var formulas: [Formula] = []
    for formula in reports.flatMap(\.formulas) where !formulas.contains(formula) { formulas.append(formula) }
    return formulas
  }
}
