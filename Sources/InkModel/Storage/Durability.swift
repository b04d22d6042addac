/// What a store promises to keep.
public enum Durability: String, Hashable, Sendable, CaseIterable, Codable, Comparable {
  /// Acknowledged saves survive the end of the process; nothing is synced.
  case processCrash = "process-crash"
  /// After a power cut each consistency unit is one of its saved versions.
  case powerConsistent = "power-consistent"
  /// After a power cut each consistency unit is no older than its last acknowledged save.
  case powerDurable = "power-durable"

  private var strength: Int {
    switch self {
    case .processCrash: 0
    case .powerConsistent: 1
    case .powerDurable: 2
    }
  }

  public static func < (left: Self, right: Self) -> Bool { left.strength < right.strength }
}

/// What changes as one: after a crash it is one of its saved versions, whole.
public enum ConsistencyUnit: String, Hashable, Sendable, Codable {
  case page, document
}
