/// Keeps a second program out of an output directory for as long as it lives.
///
/// The lock is on the directory itself, since the files of a report are replaced by others again and again.
/// The kernel gives it back with the descriptor, however the program ends.
package struct OutputLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock of a directory that is there; throws if another program has it.
  package init(directory: String) throws(RunError) {
    let descriptor = try Platform.openForReading(directory)
    guard Platform.lock(descriptor) else {
      Platform.closeDescriptor(descriptor)
      throw .outputInUse(directory)
    }
    self.descriptor = descriptor
  }

  deinit { Platform.closeDescriptor(descriptor) }
}

extension RunError {
  /// Somebody else writes to a file or directory of results.
  static func outputInUse(_ path: String) -> RunError {
    .store("another run is writing to '\(path)'; wait for it, or give --output another directory")
  }
}
