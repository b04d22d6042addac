internal import InkModel

/// What a page's row says of its elements, so that a missing one is noticed.
struct PageTotals: BitwiseCopyable, Equatable {
  var elements: Int64 = 0
  var images: Int64 = 0
  /// The sum of the elements' checksums.
  var digest: Int64 = 0

  mutating func add(kind: Int64, checksum: UInt32) {
    elements += 1
    if kind != SQLiteSchema.Kind.stroke.rawValue { images += 1 }
    digest &+= Int64(checksum)
  }

  mutating func remove(kind: Int64, checksum: UInt32) {
    elements -= 1
    if kind != SQLiteSchema.Kind.stroke.rawValue { images -= 1 }
    digest &-= Int64(checksum)
  }

  mutating func replace(checksum old: UInt32, by new: UInt32) {
    digest &+= Int64(new) - Int64(old)
  }
}
