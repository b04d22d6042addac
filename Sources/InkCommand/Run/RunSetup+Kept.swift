internal import FoundationEssentials
internal import InkReport
internal import InkRun

extension RunSetup {
  /// The scripts that the run keeps.
  var scripts: RecordedScripts {
    RecordedScripts(of: request.cases.map(\.name), in: outputDirectory)
  }

  /// What an earlier process of this run has left, but recorded rounds whose file is gone.
  ///
  /// There never was one for a round that failed, or for a case that was never timed.
  func stepsKept(of kept: KeptResults?) -> [RunStep: EndedStep] {
    guard let kept else { return [:] }
    let timed = Set(
      kept.steps.values.filter { ended in
        ended.results.contains { if case .timed = $0 { true } else { false } }
      }.map(\.step.caseNumber))
    let scripts = scripts
    return kept.steps.filter { step, ended in
      step.kind != .recorded || !ended.results.isEmpty || !timed.contains(step.caseNumber)
        || scripts.path(of: request.cases[step.caseNumber].name).map {
          FileManager.default.fileExists(atPath: $0)
        } ?? false
    }
  }
}
