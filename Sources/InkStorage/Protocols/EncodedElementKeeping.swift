/// A backend that keeps encoded elements in memory between saves.
package protocol EncodedElementKeeping: StorageBackend {
  /// Memory that is held for it, in bytes.
  var keptByteCount: Int { get }
}
