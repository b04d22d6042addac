extension Parameter {
  /// The parameter's default, as a workload file would write it.
  package var standardText: String { text(Workload.standard) }

  /// The parameter in two lines: name and default, then meaning, allowed values and basis.
  package var help: String {
    let allowed = unit.isEmpty ? allowed : "\(allowed) \(unit)"
    return "  \(path) = \(standardText)\n      \(about) (\(allowed); \(basis.rawValue))"
  }

  /// All parameters, in the order of the table.
  package static var helpText: String { table.map(\.help).joined(separator: "\n") + "\n" }
}

extension Workload {
  /// The table's defaults.
  fileprivate static let standard = Workload()
}
