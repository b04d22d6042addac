internal import InkModel
internal import InkReport
internal import InkTap

/// Follows what is written to files of each role over the session's clock, in memory of a fixed size.
///
/// A session is cut into equal stretches, fewer than a picture has columns. Behind each call that wrote, the
/// counters are kept as the latest of the call's stretch; a stretch without such a call has those of the one
/// before. What a store writes between two calls is counted with the later one.
struct WrittenCurveRecorder {
  private let stretchMilliseconds: UInt64
  private let start = Tap.writtenBytes()
  /// One group of roles a stretch.
  private var bytes: [UInt64]

  /// As many as a panel of a plot has columns to show.
  private static let stretches = 180
  private static let roles = FileRole.allCases.filter { $0 != .elsewhere }

  init(lengthMilliseconds: UInt64) {
    stretchMilliseconds = lengthMilliseconds / UInt64(Self.stretches) + 1
    bytes = Array(repeating: 0, count: Self.stretches * Self.roles.count)
  }

  /// Takes the counters behind a call that wrote.
  mutating func record(intendedMilliseconds: UInt64) {
    let stretch = min(Int(intendedMilliseconds / stretchMilliseconds), Self.stretches - 1)
    let written = Tap.writtenBytes()
    for (index, role) in Self.roles.enumerated() {
      bytes[stretch * Self.roles.count + index] = written[role] &- start[role]
    }
  }

  /// The curves of all roles that were written to.
  var curves: WrittenCurves {
    let curves = Self.roles.indices.compactMap { index -> WrittenCurves.Curve? in
      var latest: UInt64 = 0
      let cumulative = (0..<Self.stretches).map { stretch in
        latest = max(latest, bytes[stretch * Self.roles.count + index])
        return latest
      }
      return latest == 0 ? nil : WrittenCurves.Curve(role: Self.roles[index], cumulativeBytes: cumulative)
    }
    return WrittenCurves(stretchMilliseconds: stretchMilliseconds, curves: curves)
  }
}
