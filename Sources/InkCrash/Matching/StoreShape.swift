package import InkModel

/// In which condition the files of a store are, whatever they hold.
///
/// A shape is what a damaged store of somebody else can have in common with a state of the lab, whose content
/// is never the same. Two stores have one shape if the same kinds of files are in the same conditions; how
/// many they are makes no difference, and files without a fault don't count. So a store that has lost its
/// newest saves and is whole has no shape.
package struct StoreShape: Hashable, Sendable {
  package enum Condition: Int, Hashable, Sendable, Comparable {
    /// Named by the document, and not there.
    case absent
    case empty
    /// Its length covers bytes that were never written.
    case endsInZeros
    /// Its own opening refuses it: cut short, or a checksum fails.
    case damaged
    /// There under a name that the store gives only for a moment.
    case leftBehind

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  package struct Feature: Hashable, Sendable {
    package var role: FileRole
    package var condition: Condition

    package init(_ role: FileRole, _ condition: Condition) {
      self.role = role
      self.condition = condition
    }
  }

  package var features: Set<Feature>

  package init(features: Set<Feature> = []) { self.features = features }

  package var isWhole: Bool { features.isEmpty }

  /// Such as `page files that are empty, temporary files left behind`.
  package var words: String {
    let sorted = features.sorted {
      ($0.condition, $0.role.rawValue) < ($1.condition, $1.role.rawValue)
    }
    return sorted.map { "\($0.role.rawValue) files \(Self.words(of: $0.condition))" }.joined(separator: ", ")
  }

  private static func words(of condition: Condition) -> String {
    switch condition {
    case .absent: "that are named and missing"
    case .empty: "that are empty"
    case .endsInZeros: "that end in zeros"
    case .damaged: "that the store refuses as damaged"
    case .leftBehind: "left behind"
    }
  }
}
