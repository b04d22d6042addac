extension Report {
  /// Makes the report of a run; `command` is the command line that repeats it.
  package init(_ record: RunRecord, command: String, toolVersion: String = ToolVersion.current) {
    schema = Self.schemaName
    self.toolVersion = toolVersion
    self.command = command
    isInterrupted = record.isInterrupted
    machine = MachineRow(record.machine)
    shard = record.shard
    resumptions = record.resumptions.isEmpty ? nil : record.resumptions
    warnings = record.warnings + NoiseJudgement(machine.noise).warnings
    options = record.options
    sessions = record.sessions
    environment = record.environment
    formulas = Formula.all + (record.modelled.rows.isEmpty ? [] : Formula.modelled)
    cases = record.cases.map { CaseRow($0, options: record.options) }
    modelled = record.modelled
  }
}
