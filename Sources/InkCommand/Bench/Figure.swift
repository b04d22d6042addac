internal import FoundationEssentials

/// A named figure of the project, with the bounds that it must keep.
struct Figure: Codable, Hashable, Sendable {
  var name: String
  var unit: String
  /// The part of the project that the figure belongs to.
  var part: String
  var min: Double?
  var max: Double?
  /// What is measured, exactly.
  var meaning: String

  /// Whether a word on the command line means the figure: its part, its name or the beginning of it.
  func isMeant(by word: String) -> Bool { part == word || name.hasPrefix(word) }

  /// All figures with their bounds, in the order of the embedded file.
  static func all() throws(CommandFailure) -> [Figure] {
    do {
      return try JSONDecoder().decode(
        FigureFile.self, from: Data(PackageResources.figures_json)
      ).figures
    } catch {
      throw CommandFailure(.internalError, "the embedded figures can't be read: \(error)")
    }
  }

  private struct FigureFile: Codable {
    var schema: String
    var figures: [Figure]
  }
}
