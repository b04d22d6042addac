/// The parts of a migration, in their order.
package enum MigrationStep: String, Sendable, CaseIterable {
  case reading = "reading the old store"
  case copying = "writing the new store"
  case verifying = "verifying the new store"
  case trials = "trying the new store"
  case swapping = "putting the new store in its place"
}

/// Whoever waits for a migration: told how far it is, and asked whether it shall go on.
package struct MigrationWatch {
  private let isInterrupted: () -> Bool
  private let report: (_ fraction: Double, _ step: MigrationStep) -> Void

  /// Makes a watch; `report` gets the share of the whole migration that is done, from 0 to 1.
  package init(
    isInterrupted: @escaping () -> Bool = { false },
    report: @escaping (_ fraction: Double, _ step: MigrationStep) -> Void = { _, _ in }
  ) {
    self.isInterrupted = isInterrupted
    self.report = report
  }

  /// Tells which share of a step is done, and stops the migration if that is wanted.
  func check(_ step: MigrationStep, _ fraction: Double) throws(MigrationError) {
    guard !isInterrupted() else { throw .interrupted }
    let steps = MigrationStep.allCases
    let index = steps.firstIndex(of: step) ?? 0
    report((Double(index) + min(max(fraction, 0), 1)) / Double(steps.count), step)
  }
}
