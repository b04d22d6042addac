internal import InkModel
internal import InkSimulation
internal import InkTrace

/// Summaries as files: told by their first bytes, and read.
enum SummaryFile {
  /// The summary in a file, compressed or not; nil if the file is something else.
  static func read(_ path: String, named word: String) throws(CommandFailure) -> InkSummary? {
    guard Platform.kind(ofFileAt: path) == .regular,
      InkSummary.isSummary(startingWith: WholeFile.start(of: path))
    else { return nil }
    let bytes: [UInt8]
    do throws(TraceError) {
      bytes = try WholeFile.read(path, byteCountMax: InkSummary.byteCountMax)
    } catch {
      throw CommandFailure(error)
    }
    do throws(SummaryError) {
      return try InkSummary(json: bytes)
    } catch {
      throw CommandFailure(.malformedInput, "\(word): \(error); make the summary again")
    }
  }
}
