internal import InkModel

/// What journals leave to the app.
struct JournalOptions: Sendable {
  /// Pages of fewer elements are saved as snapshots.
  var journalledElementsMin = 0
}

/// `journal`: every page has a journal.
enum JournalStandard: BackendPreset {
  static let traits = BackendTraits(
    name: "journal", level: 1, summary: "a package whose pages are a snapshot and a journal of edits",
    usesCodec: true, fileRoles: PackagePaths.fileRoles)
  static let options = JournalOptions()
}

/// `journal-hybrid`: a page gets a journal when it has grown.
enum JournalHybrid: BackendPreset {
  static let traits = BackendTraits(
    name: "journal-hybrid", level: 1,
    summary: "journal, pages of fewer than \(journalledElementsMin) strokes saved as snapshots",
    usesCodec: true, fileRoles: PackagePaths.fileRoles, isStandard: false)
  static let options = JournalOptions(journalledElementsMin: journalledElementsMin)

  /// A page of fewer strokes is smaller than the journal that it would be allowed.
  ///
  /// A hundred strokes of 164 samples are 262 KB uncompressed, and a journal may have 256 KiB before it is
  /// compacted. Below, a journal could only make the page longer to read and twice as large on disk, while
  /// rewriting it is one write of a quarter of a megabyte at most.
  static let journalledElementsMin = 100
}
