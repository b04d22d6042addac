internal import InkModel

/// Where the files of one document package lie.
///
///     <store>/<document>.lnote/
///       manifest.json            what the library's shelf shows; a cache
///       document.json            the truth: title and ordered list of pages
///       document.journal         level 1: the changes of the list since
///       pages/<page>.content     one snapshot a page
///       pages/<page>.journal     level 1: the edits since the snapshot
///       assets/<asset>.jpg       the images of all pages
///       thumbnails/<page>.jpg    small pictures of pages; a cache
struct PackagePaths {
  let root: String

  static let pages = "pages"
  static let assets = "assets"
  static let thumbnails = "thumbnails"
  static let packageSuffix = ".lnote"
  static let pageSuffix = ".content"
  static let journalSuffix = ".journal"
  static let imageSuffix = ".jpg"

  init(store: String, document: DocumentID) {
    self.init(root: store + "/" + document.name + Self.packageSuffix)
  }

  init(root: String) { self.root = root }

  var manifest: String { root + "/manifest.json" }
  var document: String { root + "/document.json" }
  var documentJournal: String { root + "/document" + Self.journalSuffix }
  var pages: String { root + "/" + Self.pages }
  var assets: String { root + "/" + Self.assets }
  /// Put together in one step, because an export asks for each page's picture.
  var thumbnails: String { root + "/thumbnails" }

  func page(_ id: PageID) -> String { pages + "/" + id.name + Self.pageSuffix }
  func journal(_ id: PageID) -> String { pages + "/" + id.name + Self.journalSuffix }
  func asset(_ id: AssetID) -> String { assets + "/" + id.name + Self.imageSuffix }
  func thumbnail(_ id: PageID) -> String { thumbnails + "/" + id.name + Self.imageSuffix }

  /// The number in a file name of sixteen hexadecimal digits and an ending; nil for any other name.
  static func number(in name: String, suffix: String) -> UInt64? {
    guard name.hasSuffix(suffix) else { return nil }
    let stem = name.dropLast(suffix.count)
    guard stem.utf8.count == 16, let number = UInt64(stem, radix: 16), hexadecimal(number) == stem else {
      return nil
    }
    return number
  }

  /// The roles of a package's files.
  static let fileRoles = [
    FileRolePattern(.suffix, Files.temporarySuffix, .temporary),
    FileRolePattern(.suffix, pageSuffix, .page), FileRolePattern(.suffix, journalSuffix, .journal),
    FileRolePattern(.suffix, "/document.json", .document),
    FileRolePattern(.suffix, "/manifest.json", .manifest),
    FileRolePattern(.anywhere, "/assets/", .asset), FileRolePattern(.anywhere, "/thumbnails/", .thumbnail),
    StoreLock.fileRole,
  ]
}
