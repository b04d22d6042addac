internal import InkTrace

/// `inkbench inspect --privacy`: proves what a file holds.
enum PrivacyInspection {
  /// Examines a file and prints what each field of it holds; malformed input if it holds more than it says.
  static func run(_ path: String, in context: Context) throws(CommandFailure) -> ExitCode {
    let examination: PrivacyExamination
    do throws(TraceError) {
      examination = try PrivacyExamination(path: context.absolutePath(path))
    } catch {
      throw CommandFailure(error)
    }
    context.standardOutput.write(examination.text)
    return examination.isFalse ? .malformedInput : .success
  }
}
