internal import InkModel

/// `snapshot` as an app should begin: thumbnails wait until the pen rests.
enum SnapshotStandard: BackendPreset {
  static let traits = BackendTraits(
    name: "snapshot", level: 0, summary: "a package with one file a page, replaced at each save",
    usesCodec: true, fileRoles: PackagePaths.fileRoles)
  static let options = PackageOptions()
}

/// `snapshot-thumbnails`: the shelf is never behind, and every save pays for it.
enum SnapshotThumbnails: BackendPreset {
  static let traits = BackendTraits(
    name: "snapshot-thumbnails", level: 0, summary: "snapshot, the page's thumbnail made at each save",
    usesCodec: true, fileRoles: PackagePaths.fileRoles, isStandard: false)
  static let options = PackageOptions(thumbnails: .eachSave)
}

/// `snapshot-no-thumbnails`: pages alone.
enum SnapshotNoThumbnails: BackendPreset {
  static let traits = BackendTraits(
    name: "snapshot-no-thumbnails", level: 0, summary: "snapshot without thumbnails",
    usesCodec: true, fileRoles: PackagePaths.fileRoles, isStandard: false)
  static let options = PackageOptions(thumbnails: .off)
}

/// `snapshot-kept`: memory for time; a save encodes what changed and writes the rest as it was.
enum SnapshotKept: BackendPreset {
  static let traits = BackendTraits(
    name: "snapshot-kept", level: 0, summary: "snapshot, JSON text of open pages kept between saves",
    usesCodec: true, fileRoles: PackagePaths.fileRoles, isStandard: false)
  static let options = PackageOptions(keepsEncodedElements: true)
}

/// `snapshot-foundation`: the same package written with `Data.write(to:options: .atomic)`, as many apps do.
///
/// Only `process-crash` is claimed. Foundation syncs each file before it gets its name, so that a page is
/// never garbage after a power cut, but it syncs no directory: the newest save may be lost, and an image may
/// be lost while a page that names it is kept.
enum SnapshotFoundation: BackendPreset {
  static let traits = BackendTraits(
    name: "snapshot-foundation", level: 0, summary: "snapshot, its files written as Foundation's Data does",
    usesCodec: true, durabilities: [.processCrash],
    fileRoles: [FileRolePattern(.anywhere, "/" + FoundationFiles.temporaryPrefix, .temporary)]
      + PackagePaths.fileRoles,
    isStandard: false)
  static let options = PackageOptions(replacement: .foundation)
}
