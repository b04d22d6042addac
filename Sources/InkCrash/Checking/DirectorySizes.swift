/// Tells at the price of one system call how many names a directory in memory has.
///
/// Method. Linux's file system in memory gives a directory a length that grows by the same amount with every
/// name in it (the kernel's mm/shmem.c). How much that is, and that it shrinks back, is measured in the very
/// place where the states lie. Other file systems keep no such length, and nothing is told there.
struct DirectorySizes {
  private let emptyByteCount: Int
  private let nameByteCount: Int
  /// Those that directories are made with here.
  private let permissions: UInt32

  /// Measures in an empty directory, which it leaves so; nil where lengths tell nothing.
  init?(measuringIn directory: String) {
    let path = StatePath(store: directory)
    var probe = StatePath(store: directory)
    probe.lead(to: "probe")
    guard let before = Platform.directoryStatus(of: path), (try? Platform.makeDirectory(probe)) != nil
    else { return nil }
    let made = Platform.directoryStatus(of: probe)
    let withName = Platform.directoryStatus(of: path)
    guard Platform.removeDirectory(probe), let made, let withName,
      withName.byteCount > before.byteCount, made.byteCount == before.byteCount,
      Platform.directoryStatus(of: path)?.byteCount == before.byteCount
    else { return nil }
    emptyByteCount = before.byteCount
    nameByteCount = withName.byteCount - before.byteCount
    permissions = made.permissions
  }

  /// Whether a path leads to a directory with so many names and the permissions that it was made with.
  func hasNames(_ count: Int, in path: borrowing StatePath) -> Bool {
    guard let status = Platform.directoryStatus(of: path) else { return false }
    return status.byteCount == emptyByteCount + count * nameByteCount && status.permissions == permissions
  }
}
