internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkStorage
internal import InkTrace

/// The exit codes of the errors that lower floors throw.
extension CommandFailure {
  init(_ error: WorkloadError) {
    self.init(error.kind == .unreadable ? .unreadableInput : .malformedInput, error.description)
  }

  init(_ error: TraceError) {
    let code: ExitCode =
      switch error.kind {
      case .unreadable: .unreadableInput
      case .malformed: .malformedInput
      case .diskFailure: .diskFailed
      }
    self.init(code, error.description)
  }

  init(_ error: RunError) {
    switch error {
    case .trace(let error): self.init(error)
    case .report(let error): self.init(error)
    case .input, .malformedLog: self.init(.malformedInput, error.description)
    case .unreadableLog: self.init(.unreadableInput, error.description)
    case .store: self.init(.usage, error.description)
    case .disk, .diskFull: self.init(.diskFailed, error.description)
    case .child: self.init(.internalError, error.description)
    }
  }

  init(_ error: MigrationError) {
    let code: ExitCode =
      switch error.kind {
      case .refused: .usage
      case .unreadable: .unreadableInput
      case .damaged: .malformedInput
      case .disk: .diskFailed
      case .notEqual: .dataLost
      case .interrupted: .interrupted
      }
    self.init(code, error.description)
  }

  init(_ error: ReportError) {
    let code: ExitCode =
      switch error {
      case .unreadable: .unreadableInput
      case .malformed: .malformedInput
      case .disk: .diskFailed
      }
    self.init(code, error.description)
  }
}
