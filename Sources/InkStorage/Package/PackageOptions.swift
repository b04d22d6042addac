/// What the rules of the package leave to the app.
struct PackageOptions: Sendable {
  /// When the picture of a page follows its content.
  enum Thumbnails: Sendable {
    /// With each save of the page.
    case eachSave
    /// In a long pause, or when the page is left.
    case deferred
    /// Never: the shelf shows no cover.
    case off
  }

  var thumbnails = Thumbnails.deferred
  /// Whether the files of open pages stay in memory, so that a save encodes only what changed.
  ///
  /// Of use with codecs whose elements stand side by side: those of JSON text.
  var keepsEncodedElements = false
  /// How files are put in place.
  var replacement = FileReplacement.posix
}
