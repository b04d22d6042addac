internal import InkModel

/// One way of setting up a backend, with a name of its own.
///
/// Options are not spelled out on the command line. Each setting that is worth comparing is a preset, and a
/// preset is a backend like any other: it has a name for `--backend`, a row in lists and reports, and the
/// durability classes that it can claim with its options.
///
/// ```swift
/// enum WithoutThumbnails: BackendPreset {
///   static let traits = BackendTraits(name: "snapshot-no-thumbnails", …)
///   static let options = PackageOptions(thumbnails: .off)
/// }
/// let type: any StorageBackend.Type = SnapshotBackend<WithoutThumbnails>.self
/// ```
protocol BackendPreset: SendableMetatype {
  associatedtype Options: Sendable
  /// What the backend is called with these options, and what it promises.
  static var traits: BackendTraits { get }
  static var options: Options { get }
}
