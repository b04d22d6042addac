internal import InkModel

/// How the digest of a state is put together.
///
/// Method. A file is cut into blocks. Each block has a digest of its number and of those of its bytes that
/// the file's length leaves visible; the file's content is their sum and a term for the length. Each path is
/// a digest chained from those of its names. A state is the sum over all paths: of path and content for a
/// file, of the path alone for a directory. So any block, length or name can be changed in a sum without
/// looking at the rest.
enum ContentDigest {
  /// Pages of the page cache, which file systems write back whole: also the unit of writes in the model.
  static let blockBytes = 4_096

  /// What a block adds to the content of its file; nothing, if none of it is visible.
  static func block(_ bytes: UnsafeRawBufferPointer, number: Int) -> StateDigest {
    guard bytes.count > 0 else { return .zero }
    var digest = Digest()
    digest.feed(UInt64(number), UInt64(bytes.count) | blockTag)
    var place = 0
    while place + 16 <= bytes.count {
      digest.feed(unsafe word(bytes, place), unsafe word(bytes, place + 8))
      place += 16
    }
    if place < bytes.count {
      var last: (UInt64, UInt64) = (0, 0)
      for index in place..<bytes.count {
        let byte = unsafe UInt64(bytes[index]) << UInt64(8 * (index & 7))
        if index - place < 8 { last.0 |= byte } else { last.1 |= byte }
      }
      digest.feed(last.0, last.1)
    }
    return value(digest)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// The content of a whole file.
  static func file(_ bytes: [UInt8]) -> StateDigest {
    unsafe bytes.withUnsafeBytes { all in
      var sum = length(all.count)
      var number = 0
      for start in stride(from: 0, to: all.count, by: blockBytes) {
        let end = min(start + blockBytes, all.count)
        sum = unsafe sum &+ block(UnsafeRawBufferPointer(rebasing: all[start..<end]), number: number)
        number += 1
      }
      return sum
    }
  }

  /// What its length adds to the content of a file.
  static func length(_ byteCount: Int) -> StateDigest { mixed(.zero, UInt64(byteCount), lengthTag) }

  /// The path of the store itself.
  static let root = StateDigest(high: 0x1B_0A57, low: 1)

  /// The path of a name in a directory.
  static func path(in directory: StateDigest, _ name: StateDigest) -> StateDigest {
    mixed(directory, name.high, name.low)
  }

  /// A name by itself.
  static func name(_ name: some StringProtocol) -> StateDigest {
    var digest = Digest()
    digest.feed(bytes: name.utf8, count: name.utf8.count)
    return value(digest)
  }

  /// What a file adds to a state.
  static func entry(at path: StateDigest, content: StateDigest) -> StateDigest {
    mixed(path, content.high, content.low)
  }

  /// What a directory adds to a state.
  static func directory(at path: StateDigest) -> StateDigest { mixed(path, 0, directoryTag) }

  private static let blockTag: UInt64 = 0xB10C << 48
  private static let lengthTag: UInt64 = 0x1E46_7400_0000_0002
  private static let directoryTag: UInt64 = 0xD14E_C704_0000_0003

  private static func mixed(_ first: StateDigest, _ high: UInt64, _ low: UInt64) -> StateDigest {
    var digest = Digest()
    digest.feed(first.high, first.low)
    digest.feed(high, low)
    return value(digest)
  }

  private static func value(_ digest: Digest) -> StateDigest {
    let words = digest.words
    return StateDigest(high: words.high, low: words.low)
  }
}
