internal import InkReplay

/// States as they lie in a file between the processes of a lab.
///
/// Format: records of one length without a head, since the file lives for minutes between processes of one
/// program. Each is sixteen little-endian words: profile, epoch, eight words of kept operations, kind and
/// number of the variant, two words of digest, the steps acknowledged and begun.
enum StateRecords {
  static let recordBytes = 16 * 8

  static func bytes(of states: [(profile: Int, state: CrashState)]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(states.count * recordBytes)
    for (profile, state) in states {
      let (kind, number) = state.variant.words
      var words = [UInt64(profile), UInt64(state.epoch)]
      words += (0..<8).map { state.kept.words[$0] }
      words += [kind, number, state.digest.high, state.digest.low]
      words += [UInt64(state.progress.acknowledgedStep), UInt64(state.progress.begunStep)]
      for word in words {
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * shift))) }
      }
    }
    return bytes
  }

  /// One of the states; nil if there is none of that number, or no sense in it.
  static func state(_ index: Int, in bytes: [UInt8]) -> (profile: Int, state: CrashState)? {
    let start = index * recordBytes
    guard index >= 0, start + recordBytes <= bytes.count else { return nil }
    func word(_ number: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[start + 8 * number + $1]) << UInt64(8 * $1) }
    }
    var words = SIMD8<UInt64>()
    for number in 0..<8 { words[number] = word(2 + number) }
    guard let variant = CrashState.Variant(kind: word(10), number: word(11)) else { return nil }
    return (
      Int(truncatingIfNeeded: word(0)),
      CrashState(
        epoch: Int(truncatingIfNeeded: word(1)), kept: PendingSet(words: words), variant: variant,
        digest: StateDigest(high: word(12), low: word(13)),
        progress: ReplayProgress(
          acknowledgedStep: Int(truncatingIfNeeded: word(14)), begunStep: Int(truncatingIfNeeded: word(15))))
    )
  }
}

extension CrashState.Variant {
  fileprivate var words: (kind: UInt64, number: UInt64) {
    switch self {
    case .none: (0, 0)
    case .torn(let bytes): (1, UInt64(bytes))
    case .fill(.zeros): (2, 0)
    case .fill(.garbage): (2, 1)
    case .damagedBlock(let operation): (3, UInt64(operation))
    }
  }

  fileprivate init?(kind: UInt64, number: UInt64) {
    switch (kind, number) {
    case (0, _): self = .none
    case (1, _): self = .torn(bytes: Int(truncatingIfNeeded: number))
    case (2, 0): self = .fill(.zeros)
    case (2, 1): self = .fill(.garbage)
    case (3, _): self = .damagedBlock(operation: Int(truncatingIfNeeded: number))
    default: return nil
    }
  }
}
