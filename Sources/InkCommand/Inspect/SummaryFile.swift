internal import FoundationEssentials
internal import InkModel
internal import InkSimulation

/// Summaries as files: told by their first bytes, and read.
enum SummaryFile {
  /// The summary in a file; nil if the file is something else.
  static func read(_ path: String, named word: String) throws(CommandFailure) -> InkSummary? {
    guard Platform.kind(ofFileAt: path) == .regular else { return nil }
    let bytes: [UInt8]
    do {
      let handle = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
      guard InkSummary.isSummary(startingWith: handle.prefix(startByteCount)) else { return nil }
      bytes = [UInt8](handle.prefix(InkSummary.byteCountMax + 1))
    } catch {
      throw CommandFailure(.unreadableInput, "'\(word)' can't be read; check that it may be read")
    }
    do throws(SummaryError) {
      return try InkSummary(json: bytes)
    } catch {
      throw CommandFailure(.malformedInput, "\(word): \(error); make the summary again")
    }
  }

  /// White space and the name of the format fit into this.
  private static let startByteCount = 80
}
