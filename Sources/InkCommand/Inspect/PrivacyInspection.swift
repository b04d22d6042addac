internal import InkSimulation
internal import InkTrace

/// `inkbench inspect --privacy`: proves what a file holds.
enum PrivacyInspection {
  /// Examines a file and prints what each field of it holds; malformed input if it holds more than it says.
  static func run(_ path: String, in context: Context) throws(CommandFailure) -> ExitCode {
    if case .special = Platform.kind(ofFileAt: context.absolutePath(path)) {
      throw CommandFailure(
        .unreadableInput, "'\(path)' is no regular file; it is read more than once, so save it to one first")
    }
    var examination: PrivacyExamination
    do throws(TraceError) {
      examination = try PrivacyExamination(path: context.absolutePath(path))
      if examination.isSummary {
        let bytes = try WholeFile.read(context.absolutePath(path), byteCountMax: InkSummary.byteCountMax)
        if let refusal = refusal(of: bytes) { examination.refuse(refusal) }
      }
    } catch {
      throw CommandFailure(error)
    }
    context.standardOutput.write(examination.text)
    return examination.isFalse ? .malformedInput : .success
  }

  /// Why the reader of summaries refuses a text; nil if it takes it.
  private static func refusal(of bytes: [UInt8]) -> String? {
    do throws(SummaryError) {
      _ = try InkSummary(json: bytes)
      return nil
    } catch {
      return error.description
    }
  }
}
