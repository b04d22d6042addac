public import InkModel

/// What a backend is called and what it promises.
public struct BackendTraits: Sendable {
  /// The word that names the backend on the command line.
  public var name: String
  /// Level 0, 1 or 2 of the upgrade path; nil outside of it.
  public var level: Int?
  /// One line for lists.
  public var summary: String
  /// Whether pages pass through a `PageCodec`.
  public var usesCodec: Bool
  /// What changes as one.
  public var unit: ConsistencyUnit
  /// The durability classes that the backend claims, each of which is checked.
  public var durabilities: [Durability]
  /// The roles of the store's files; the first rule that fits a path decides, `other` if none does.
  public var fileRoles: [FileRolePattern]
  /// Whether the store keeps content at all; false only for `null`.
  public var retainsContent: Bool
  /// Whether a run that names no backend takes it; false for presets and rows to compare with.
  public var isStandard: Bool

  /// Makes a description; everything but the name and the summary has a default.
  public init(
    name: String, level: Int? = nil, summary: String, usesCodec: Bool = false, unit: ConsistencyUnit = .page,
    durabilities: [Durability] = Durability.allCases, fileRoles: [FileRolePattern] = [],
    retainsContent: Bool = true, isStandard: Bool = true
  ) {
    self.name = name
    self.level = level
    self.summary = summary
    self.usesCodec = usesCodec
    self.unit = unit
    self.durabilities = durabilities
    self.fileRoles = fileRoles
    self.retainsContent = retainsContent
    self.isStandard = isStandard
  }
}
