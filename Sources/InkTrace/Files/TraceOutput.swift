internal import InkModel

/// A file that appears under its name whole or not at all.
///
/// Bytes go to a temporary file in the same directory, which is synced and then renamed. If anything fails,
/// the temporary file is removed and what stood under the name before is untouched.
struct TraceOutput: ~Copyable {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private var isOpen = true
  private var deflater: Deflater?
  private var compressed = ByteBuffer(capacity: 64)

  /// Creates the temporary file; a name that ends in `.gz` asks for compression.
  init(path: String) throws(TraceError) {
    guard !Platform.isSpecial(path) else {
      throw TraceError(.diskFailure, file: path, "is not a regular file; name another output")
    }
    // Through a symbolic link, the file it names is replaced and the link stays.
    let destination = Platform.resolved(path) ?? path
    let (descriptor, temporaryPath) = try Self.createTemporary(beside: destination)
    self.path = destination
    self.temporaryPath = temporaryPath
    self.descriptor = descriptor
    if path.hasSuffix(".gz") { deflater = Deflater() }
  }

  deinit {
    guard isOpen else { return }
    try? Platform.close(descriptor)
    Platform.unlink(temporaryPath)
  }

  /// Appends bytes.
  mutating func write(_ bytes: RawSpan) throws(TraceError) {
    do throws(Platform.Failure) {
      if deflater == nil {
        try Platform.write(descriptor, bytes)
      } else {
        try compress(bytes, isLast: false)
      }
    } catch {
      throw failed(error)
    }
  }

  /// Makes the file appear under its name.
  mutating func commit() throws(TraceError) {
    do throws(Platform.Failure) {
      if deflater != nil { try compress(RawSpan(), isLast: true) }
      try Platform.synchronise(descriptor)
      isOpen = false
      try Platform.close(descriptor)
      try Platform.rename(temporaryPath, path)
    } catch {
      if !isOpen { Platform.unlink(temporaryPath) }
      throw failed(error)
    }
  }

  private mutating func compress(_ bytes: RawSpan, isLast: Bool) throws(Platform.Failure) {
    compressed.removeAll()
    deflater?.step(bytes, isLast: isLast, into: &compressed)
    try Platform.write(descriptor, compressed.bytes)
  }

  private func failed(_ failure: Platform.Failure) -> TraceError {
    TraceError(.diskFailure, file: path, "can't be written: \(failure.text)")
  }

  private static func createTemporary(beside path: String) throws(TraceError) -> (Int32, String) {
    for attempt in 0..<attemptsMax {
      let name = "\(path).\(Platform.processIdentifier).\(attempt).tmp"
      do throws(Platform.Failure) {
        return (try Platform.create(name), name)
      } catch  where error != Platform.nameTaken {
        throw TraceError(.diskFailure, file: path, "can't be created: \(error.text)")
      } catch {
        continue
      }
    }
    throw TraceError(
      .diskFailure, file: path, "can't be created: remove the temporary files \(path).*.tmp beside it")
  }

  /// Names tried before giving up; more would mean that earlier runs left their files behind.
  private static let attemptsMax = 100
}
