internal import InkModel

extension Tap {
  /// Whether the tap sees exactly what is written in a directory of the watched store.
  ///
  /// Writes, syncs and removes a small file through the ordinary calls, and takes it out of the counters
  /// again. A tap that the linker left out, or a directory that is not watched, gives false. No other thread
  /// may be using the store.
  package static func canaryIsSeen(in directory: String) -> Bool {
    let before = snapshot()
    defer { before.restore() }
    guard Platform.writeAndRemove(byteCount: canaryByteCount, at: directory + "/.inktap-canary") else {
      return false
    }
    let seen = (snapshot() - before).store
    return seen.writtenBytes == UInt64(canaryByteCount) && seen.writeCalls == 1 && seen.syncCalls == 1
      && seen.openCalls == 1 && seen.unlinkCalls == 1
  }
}

/// Not a round number, so that nothing else is mistaken for it.
private let canaryByteCount = 257
