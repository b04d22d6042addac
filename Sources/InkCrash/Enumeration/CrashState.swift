package import InkReplay

/// One way in which a store can be found after a crash.
package struct CrashState: Hashable, Sendable, Codable {
  /// What happened to the operations that are kept, beyond being kept.
  package enum Variant: Hashable, Sendable {
    /// Bytes that were never written read as zeros.
    case none
    /// Of the newest write that is kept, only so many bytes are there.
    case torn(bytes: Int)
    /// What bytes read as that the length covers and that were never written.
    case fill(CrashProfile.UnwrittenBytes)
    /// The block around a write that was under way is garbage; the number is that of the micro-operation.
    case damagedBlock(operation: Int)
  }

  /// When the crash came: the place of the epoch in the plan of model and profile.
  package var epoch: Int
  /// Of the newest operations that were pending, those that the disk has kept; older ones it has kept all.
  package var kept: PendingSet
  package var variant: Variant
  /// What the store holds.
  package var digest: StateDigest
  /// What the store had acknowledged by then.
  package var progress: ReplayProgress

  package init(
    epoch: Int, kept: PendingSet, variant: Variant, digest: StateDigest, progress: ReplayProgress
  ) {
    self.epoch = epoch
    self.kept = kept
    self.variant = variant
    self.digest = digest
    self.progress = progress
  }
}

extension CrashState.Variant: Codable, CustomStringConvertible {
  /// One word, with a number or a word behind a colon.
  package var description: String {
    switch self {
    case .none: "none"
    case .torn(let bytes): "torn:\(bytes)"
    case .fill(let bytes): "fill:\(bytes.rawValue)"
    case .damagedBlock(let operation): "damagedBlock:\(operation)"
    }
  }

  /// Reads what `description` writes.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    let argument = parts.count == 2 ? String(parts[1]) : ""
    switch (parts.first, Int(argument), CrashProfile.UnwrittenBytes(rawValue: argument)) {
    case ("none", nil, nil) where parts.count == 1: self = .none
    case ("torn", let bytes?, _) where bytes > 0: self = .torn(bytes: bytes)
    case ("damagedBlock", let operation?, _) where operation >= 0:
      self = .damagedBlock(operation: operation)
    case ("fill", _, let bytes?): self = .fill(bytes)
    default: return nil
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let variant = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no variant of a crash state")
    }
    self = variant
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
