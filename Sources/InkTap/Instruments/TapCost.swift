internal import CIOTap

/// What a tapped call costs, beside the same call past the tap.
package enum TapCost {
  /// Times so many writes to `/dev/null` each way, in nanoseconds; nil if it can't be written.
  ///
  /// Where `/dev` is the watched store, the tapped ones count as writes of a store.
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

  /// Makes the devices of the system the watched store, so that `/dev/null` is a file of it.
  package static func watchDevices() { Tap.watch(directory: "/dev", roles: []) }

  /// The same with each tapped write recorded, contents included, in a log made ready beforehand.
  package static func measureRecorded(
    calls: Int, bytes: Int
  ) throws(RecordingError) -> (tappedNanoseconds: UInt64, bareNanoseconds: UInt64)? {
    watchDevices()
    let entryBytes = (Recording.entryByteCount + bytes + 7) / 8 * 8
    try Tap.record(capacityBytes: calls * entryBytes + spareBytes)
    let cost = measure(calls: calls, bytes: bytes)
    let entries = try Tap.stopRecording().entries()
    // A figure of writes that were not all recorded would be too good.
    let recorded = entries.count { entry in
      if case .operation(let call) = entry {
        call.kind == .write && call.contents.count == bytes
      } else {
        false
      }
    }
    return recorded == calls ? cost : nil
  }

  /// For what is told of files, an open and a close.
  private static let spareBytes = 1 << 16
}
