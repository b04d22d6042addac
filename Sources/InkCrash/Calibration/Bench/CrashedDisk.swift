/// A disk as a crash has left it, made from a base and the log of what was asked of it.
///
/// The crashes of one log are cheapest in their order: what is settled is applied once.
final class CrashedDisk {
  private let crashes: DeviceCrashes
  private let place: String
  private var settled = 0
  private var settledPath: String { place + "/settled.img" }
  /// The image of the crash that was made last.
  var path: String { place + "/crashed.img" }

  /// Starts with a copy of a base.
  init(_ crashes: DeviceCrashes, base: String, place: String) throws(SystemError) {
    self.crashes = crashes
    self.place = place
    try Platform.copySparsely(base, to: settledPath)
  }

  /// Makes the image of a crash.
  func make(_ crash: DeviceCrashes.Crash) throws(SystemError) {
    if settled < crash.settled { try apply(settled..<crash.settled, to: settledPath) }
    settled = max(settled, crash.settled)
    try Platform.copySparsely(settledPath, to: path)
    try apply(crash.kept, to: path)
  }

  private func apply(_ pieces: some Sequence<Int>, to path: String) throws(SystemError) {
    let descriptor = try Platform.openFile(path, .existing)
    defer { Platform.release(descriptor) }
    for piece in pieces {
      let (offset, bytes) = crashes.contents(of: piece)
      try Platform.put(bytes, at: offset, of: descriptor)
    }
  }
}
