internal import CIOTap

/// What a counted call costs, beside the same call past the tap.
package enum TapCost {
  /// Times so many writes to `/dev/null` each way, in nanoseconds; nil if it can't be written.
  package static func measure(
    calls: Int, bytes: Int
  ) -> (tappedNanoseconds: UInt64, bareNanoseconds: UInt64)? {
    let null = Platform.openForWriting("/dev/null")
    guard null >= 0 else { return nil }
    defer { Platform.close(null) }
    var tapped: UInt64 = 0
    var bare: UInt64 = 0
    guard unsafe inktap_time_writes(null, bytes, UInt32(calls), true, &tapped),
      unsafe inktap_time_writes(null, bytes, UInt32(calls), false, &bare)
    else { return nil }
    return (tapped, bare)
  }
}
