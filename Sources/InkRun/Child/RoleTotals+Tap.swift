internal import InkModel
internal import InkReport
internal import InkTap

extension RoleTotals {
  /// What the tap counted, role by role; roles that were not touched are left out.
  static func all(of counters: TapSnapshot) -> [RoleTotals] {
    FileRole.allCases.compactMap { role in
      let counted = counters[role]
      var totals = RoleTotals(role: role)
      totals.writtenBytes = counted.writtenBytes
      totals.readBytes = counted.readBytes
      totals.writeCalls = counted.writeCalls
      totals.readCalls = counted.readCalls
      totals.syncCalls = counted.syncCalls
      totals.openCalls = counted.openCalls
      totals.renameCalls = counted.renameCalls
      totals.unlinkCalls = counted.unlinkCalls
      totals.otherCalls = counted.otherCalls
      return totals == RoleTotals(role: role) ? nil : totals
    }
  }
}
