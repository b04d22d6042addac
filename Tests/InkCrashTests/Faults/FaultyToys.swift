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
