import InkModel

@testable import InkStorage

/// Journals byte by byte, as the format's description has them and not as the writer does.
enum JournalBytes {
  /// A journal whose checksums are right, whatever its frames say; a frame's type has its marks.
  static func make(
    codec: String = "packed", kind: UInt32 = 1, subject: UInt64 = 1, generation: UInt64, version: UInt32 = 2,
    _ frames: [(type: UInt8, payload: [UInt8])]
  ) -> [UInt8] {
    var bytes: [UInt8] = Array("InkJrnl\0".utf8) + little(version) + little(kind)
    bytes += Array(codec.utf8) + [UInt8](repeating: 0, count: 16 - codec.utf8.count)
    bytes += little(subject) + little(generation) + [UInt8](repeating: 0, count: 12)
    let key = checksum(bytes.rawSpan)
    bytes += little(key)
    for frame in frames {
      let length = little(UInt32(frame.payload.count))
      let head = checksum((length + [frame.type]).rawSpan, from: key ^ UInt32(bytes.count))
      bytes += length + little(checksum(frame.payload.rawSpan, from: head)) + [frame.type] + little(head)
      bytes += frame.payload
    }
    return bytes
  }

  /// Where the frames of a whole journal stand.
  static func frames(of journal: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 64
    while start < journal.count {
      let end = start + 13 + Int(journal.rawSpan.uint32(at: start))
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  /// Where the saves of a whole journal stand.
  static func saves(of journal: [UInt8]) -> [Range<Int>] {
    var saves: [Range<Int>] = []
    var start = 64
    for frame in frames(of: journal) where journal[frame.lowerBound + 8] & 0x80 != 0 {
      saves.append(start..<frame.upperBound)
      start = frame.upperBound
    }
    return saves
  }

  static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<MemoryLayout<Value>.size).map { UInt8(truncatingIfNeeded: value >> Value(8 * $0)) }
  }
}
