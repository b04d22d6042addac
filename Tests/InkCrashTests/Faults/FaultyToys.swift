import Glibc
import InkStorage

/// Takes a full disk for a detail.
final class SwallowingStore: ToyStore {
  override func replace(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    do throws(StorageError) { try super.replace(name, bytes) } catch {
      guard error.isDiskFull else { throw error }
    }
  }
}

/// Syncs again when a sync has failed, and takes the second answer for good.
final class ResyncingStore: ToyStore {
  override func sync(_ descriptor: Int32, _ name: String) throws(StorageError) {
    if fsync(descriptor) != 0 { try super.sync(descriptor, name) }
  }
}

/// Takes a page that can't be read for an empty one.
final class BlankingStore: ToyStore {
  override func readPage(_ name: String) throws(StorageError) -> [UInt8]? {
    do throws(StorageError) { return try super.readPage(name) } catch { return nil }
  }
}

/// Never looks at how much a write has moved.
final class CarelessStore: ToyStore {
  override func writeAll(_ bytes: [UInt8], to descriptor: Int32, _ name: String) throws(StorageError) {
    try check(
      unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }, "write", name
    )
  }
}

/// Makes room for the new file before it knows that it will come.
final class ClearingStore: ToyStore {
  override func rename(_ from: String, _ to: String) throws(StorageError) {
    do throws(StorageError) { try super.rename(from, to) } catch {
      unsafe unlink(path(to))
      throw error
    }
  }
}

/// Believes whatever stands in a file.
final class TrustingStore: ToyStore {
  override func unsealed(_ bytes: [UInt8], _ name: String) throws(StorageError) -> [UInt8] {
    Array(bytes.dropLast(4))
  }
}

/// Tidies up in the background, each file as a whole.
class BackgroundStore: ToyStore {
  private var saved: [String: [UInt8]] = [:]

  override func replace(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    try super.replace(name, bytes)
    saved[name] = bytes
  }

  override func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    for (name, bytes) in saved.sorted(by: { $0.key < $1.key }) { try tidy(name, bytes) }
  }

  func tidy(_ name: String, _ bytes: [UInt8]) throws(StorageError) { try replace(name, bytes) }
}

/// Tidies up in the background, in place.
final class TidyingStore: BackgroundStore {
  override func tidy(_ name: String, _ bytes: [UInt8]) throws(StorageError) { try write(name, bytes) }
}

/// Takes names for kept whether they could be synced or not.
final class NamelessStore: ToyStore {
  override func syncNames() throws(StorageError) { try? super.syncNames() }
}

/// Syncs names again when a sync has failed, and takes the second answer for good.
final class RenamelessStore: ToyStore {
  override func syncNames() throws(StorageError) {
    do throws(StorageError) { try super.syncNames() } catch { try super.syncNames() }
  }
}

/// Goes on where it had come when a file is given the same bytes again, after a save that threw.
final class ResumingStore: ToyStore {
  private var renamed: [String: [UInt8]] = [:]

  override func replace(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    if renamed[name] != bytes {
      try write(name + ".new", bytes)
      try rename(name + ".new", name)
      renamed[name] = bytes
    }
    try syncNames()
    renamed[name] = nil
  }
}

/// Takes a file for kept that could not be made.
final class OptimisticStore: ToyStore {
  override func replace(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    do throws(StorageError) { try super.replace(name, bytes) } catch .system("make", _, ENOSPC) {}
  }
}

/// Opens pages for writing where it only reads them, and takes one that it can't open for an empty one.
final class GreedyStore: ToyStore {
  override func readPage(_ name: String) throws(StorageError) -> [UInt8]? {
    let descriptor = unsafe open(path(name), O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    close(descriptor)
    return try super.readPage(name)
  }
}

/// Pages are written under another key in the background, each as a whole.
class RekeyingStore: ToyStore {
  private var saved: [String: [UInt8]] = [:]
  private var key: UInt8 = 1

  /// More than a sector, so that a page has more than one.
  private static let padding = [UInt8](repeating: 0, count: 1_024)

  final func keyed(_ bytes: [UInt8]) -> [UInt8] { [key] + (bytes + Self.padding).map { $0 ^ key } }

  override func replace(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    guard name.hasSuffix(".page") else { return try super.replace(name, bytes) }
    try super.replace(name, keyed(bytes))
    saved[name] = bytes
  }

  override func readPage(_ name: String) throws(StorageError) -> [UInt8]? {
    guard let bytes = try super.readPage(name), let key = bytes.first else { return nil }
    return bytes.dropFirst().dropLast(Self.padding.count).map { $0 ^ key }
  }

  override func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    key &+= 1
    for (name, bytes) in saved.sorted(by: { $0.key < $1.key }) { try rekey(name, bytes) }
  }

  func rekey(_ name: String, _ bytes: [UInt8]) throws(StorageError) { try replace(name, bytes) }
}

/// The same in place, by one write each.
final class OverwritingStore: RekeyingStore {
  override func rekey(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    let descriptor = try check(unsafe open(path(name), O_WRONLY | O_CLOEXEC), "open", name)
    defer { close(descriptor) }
    try writeAll(keyed(bytes), to: descriptor, name)
  }
}
