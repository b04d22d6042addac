/// A path in a store, put together again and again in the same memory.
///
/// Unsafe where C takes the text: it is terminated, and no call keeps it.
struct StatePath: ~Copyable {
  private var bytes: [UInt8]
  private let storeCount: Int

  init(store: String) {
    bytes = Array(store.utf8) + [0]
    storeCount = bytes.count - 1
  }

  /// Leads to the store's own directory from here on.
  mutating func leadToStore() { lead(to: "") }

  /// Leads to a path below the store from here on.
  mutating func lead(to path: String) {
    bytes.removeLast(bytes.count - storeCount)
    if !path.isEmpty {
      bytes.append(UInt8(ascii: "/"))
      bytes.append(contentsOf: path.utf8)
    }
    bytes.append(0)
  }

  var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

  @unsafe func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("a path is never empty") }
      return unsafe body(start.assumingMemoryBound(to: CChar.self))
    }
  }
}
