package import InkModel

/// In which condition the files of a store are, whatever they hold.
///
/// A shape is what a damaged store of somebody else can have in common with a state of the lab, whose content
/// is never the same. Two stores have one shape if the same kinds of files are in the same conditions; how
/// many they are makes no difference, and files without a fault don't count. So a store that has lost its
/// newest saves and is whole has no shape.
///
/// A bit for each kind in each condition: a shape is made of every state that is checked.
package struct StoreShape: Hashable, Sendable {
  package enum Condition: String, Codable, Hashable, Sendable, CaseIterable {
    /// Named by the document, and not there.
    case absent
    case empty
    /// Its length covers bytes that were never written.
    case endsInZeros = "ends-in-zeros"
    /// Its own opening refuses it: cut short, or a checksum fails.
    case damaged
    /// There under a name that the store gives only for a moment.
    case leftBehind = "left-behind"
    /// Opening it ends the process.
    case fatal
    /// Opening it does not end.
    case endless
  }

  package struct Feature: Codable, Hashable, Sendable {
    package var role: FileRole
    package var condition: Condition

    package init(_ role: FileRole, _ condition: Condition) {
      self.role = role
      self.condition = condition
    }
  }

  fileprivate var bits: UInt64 = 0

  /// The kinds of files that can be in a condition; what has no kind of these counts as temporary.
  package static let roles: [FileRole] = [
    .page, .journal, .database, .wal, .document, .manifest, .asset, .thumbnail, .temporary,
  ]

  package init(_ features: [Feature] = []) {
    for feature in features { insert(feature.role, feature.condition) }
  }

  package var isWhole: Bool { bits == 0 }

  package mutating func insert(_ role: FileRole, _ condition: Condition) {
    bits |= 1 << UInt64(Self.place(role, condition))
  }

  package mutating func formUnion(_ other: StoreShape) { bits |= other.bits }

  /// By kind of file, then by condition, each in the order of its list.
  package var features: [Feature] {
    Self.roles.flatMap { role in
      Condition.allCases.filter { bits & 1 << UInt64(Self.place(role, $0)) != 0 }.map { Feature(role, $0) }
    }
  }

  private static func place(_ role: FileRole, _ condition: Condition) -> Int {
    let role = roles.firstIndex(of: role) ?? roles.count - 1
    return role * Condition.allCases.count + (Condition.allCases.firstIndex(of: condition) ?? 0)
  }
}

extension StoreShape {
  /// Such as `page files that are empty, temporary files left behind`.
  package var words: String {
    features.map { "\($0.role.rawValue) files \($0.condition.words)" }.joined(separator: ", ")
  }
}

extension StoreShape.Condition {
  fileprivate var words: String {
    switch self {
    case .absent: "that are named and missing"
    case .empty: "that are empty"
    case .endsInZeros: "that end in zeros"
    case .damaged: "that the store refuses as damaged"
    case .leftBehind: "left behind"
    case .fatal: "whose opening ends the process"
    case .endless: "whose opening does not end"
    }
  }
}

extension StoreShape: Comparable {
  /// An order without a meaning, so that tables of equal content are equal.
  package static func < (one: StoreShape, other: StoreShape) -> Bool { one.bits < other.bits }
}

extension StoreShape: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Feature].self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(features)
  }
}
