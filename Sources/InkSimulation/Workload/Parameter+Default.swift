extension Parameter {
  /// The parameter's default, as a workload file would write it.
  package var defaultText: String { text(Workload.standard) }
}

extension Workload {
  /// The table's defaults.
  fileprivate static let standard = Workload()
}
