internal import InkModel

/// Goes through a script with a page cache of the simplest kind, and keeps what each step asks of a device.
///
/// Method. A cache page is one block of the file system (`pageBytes`). Counting is exact integer arithmetic
/// on the script's offsets, so that the same script gives the same loads everywhere.
///
/// * A **write** copies its bytes into the cache and makes the pages that it touches dirty. A page that is
///   dirty already stays one dirty page: written twice between two syncs, it reaches the storage once.
/// * A **read** copies its bytes out. Pages that nobody read or wrote before in the script are fetched from
///   the storage first; what the case did before its recording began is taken as forgotten.
/// * A **sync** of a file brings its dirty pages onto the storage, and waits. A sync of a directory brings
///   none.
/// * **Write-back**: whenever the writeback time of the device has passed on the session's clock, everything
///   dirty goes onto the storage, and nobody waits. What is still dirty at the end goes there too.
/// * **Truncating, removing, or losing one's name** to a rename drops dirty pages: they never reach the
///   storage. But a file that took another's name by a rename is counted as written even so, because file
///   systems start writing it at once so that a crash leaves no empty file (ext4's `auto_da_alloc` is one).
/// * **Metadata** is one state for the whole file system, as one journal is. Making, naming, removing,
///   setting a length or writing changes it; a sync, a sync of a directory or write-back commits it, once.
///   `syncData` commits only if names or lengths changed, because times of change may wait.
///
/// Left out, and small beside the rest for stores that append or replace: the read that a partial write of a
/// page not in memory needs; data of other files that an ext4 commit drags along; the throttling of writers.
struct PageCacheModel {
  private struct File {
    var length: UInt64
    var dirty = PageSet()
    var cached = PageSet()
    /// Whether it took another file's name since its pages became dirty.
    var replacedAnother = false
  }

  private let pageBytes: UInt64
  private let writebackMilliseconds: UInt64
  private var files: [Int: File] = [:]
  private var hasChangedMetadata = false
  private var hasChangedLayout = false
  private var writebackCount: UInt64 = 0
  private(set) var steps: [StepLoad] = []
  private(set) var flash = FlashLoad()

  /// Goes through the whole script.
  init(_ script: OperationScript, pageBytes: UInt64, writebackMilliseconds: UInt64) {
    self.pageBytes = pageBytes
    self.writebackMilliseconds = max(1, writebackMilliseconds)
    for (number, length) in script.initialLengths.enumerated() { files[number] = File(length: length) }
    steps.reserveCapacity(script.steps.count)
    for step in script.steps {
      writeBack(at: step.intendedMilliseconds)
      var load = StepLoad(phase: step.phase)
      load.computeNanoseconds = step.computeNanoseconds
      for operation in step.operations { apply(operation, &load) }
      steps.append(load)
    }
    writeBackEverything()
  }

  private mutating func apply(_ operation: FileOperation, _ load: inout StepLoad) {
    load.calls[operation.kind, default: 0] += 1
    let number = operation.file
    switch operation.kind {
    case .write: write(operation, &load)
    case .read: read(operation, &load)
    case .sync, .syncData:
      load.syncedBytes = load.syncedBytes.clampedSum(clean(number))
      if operation.kind == .sync || hasChangedLayout { commit() }
    case .syncDirectory: commit()
    case .truncate:
      drop(number, from: operation.offset.clampedSum(pageBytes - 1) / pageBytes)
      files[number, default: File(length: 0)].length = operation.offset
      changeLayout()
    case .create:
      drop(number, from: 0)
      files[number] = File(length: 0)
      changeLayout()
    case .remove:
      drop(number, from: 0)
      changeLayout()
    case .rename:
      if let target = operation.target, target != number {
        drop(target, from: 0)
        files[number, default: File(length: 0)].replacedAnother = true
      }
      changeLayout()
    case .allocate, .link, .makeDirectory, .removeDirectory: changeLayout()
    case .open, .close, .other: break
    }
  }

  private mutating func write(_ operation: FileOperation, _ load: inout StepLoad) {
    let pages = self.pages(operation)
    let end = operation.offset.clampedSum(operation.length)
    load.copiedBytes = load.copiedBytes.clampedSum(operation.length)
    flash.writtenBytes = flash.writtenBytes.clampedSum(operation.length)
    let dirtied = files[operation.file, default: File(length: 0)].dirty.insert(pages)
    files[operation.file]?.cached.insert(pages)
    flash.dirtiedBytes = flash.dirtiedBytes.clampedSum(bytes(dirtied))
    hasChangedMetadata = true
    if end > files[operation.file]?.length ?? 0 {
      files[operation.file]?.length = end
      changeLayout()
    }
  }

  private mutating func read(_ operation: FileOperation, _ load: inout StepLoad) {
    let fetched = files[operation.file, default: File(length: 0)].cached.insert(pages(operation))
    load.copiedBytes = load.copiedBytes.clampedSum(operation.length)
    load.fetchedBytes = load.fetchedBytes.clampedSum(bytes(fetched))
  }

  private func pages(_ operation: FileOperation) -> Range<UInt64> {
    guard operation.length > 0 else { return 0..<0 }
    let last = operation.offset.clampedSum(operation.length - 1)
    return operation.offset / pageBytes..<last / pageBytes + 1
  }

  private func bytes(_ pages: UInt64) -> UInt64 { pages.clampedProduct(pageBytes) }

  private mutating func changeLayout() {
    hasChangedMetadata = true
    hasChangedLayout = true
  }

  /// Brings a file's dirty pages onto the storage; returns their bytes.
  private mutating func clean(_ number: Int) -> UInt64 {
    let written = bytes(files[number]?.dirty.count ?? 0)
    files[number]?.dirty.removeAll()
    files[number]?.replacedAnother = false
    flash.blockBytes = flash.blockBytes.clampedSum(written)
    return written
  }

  /// Forgets a file's pages from one on.
  private mutating func drop(_ number: Int, from page: UInt64) {
    guard let file = files[number] else { return }
    files[number]?.dirty.remove(from: page)
    files[number]?.cached.remove(from: page)
    guard file.replacedAnother else { return }
    let dropped = file.dirty.count - (files[number]?.dirty.count ?? 0)
    flash.blockBytes = flash.blockBytes.clampedSum(bytes(dropped))
  }

  private mutating func commit() {
    if hasChangedMetadata { flash.commits += 1 }
    hasChangedMetadata = false
    hasChangedLayout = false
  }

  private mutating func writeBack(at milliseconds: UInt64) {
    let count = milliseconds / writebackMilliseconds
    guard count > writebackCount else { return }
    writebackCount = count
    writeBackEverything()
  }

  private mutating func writeBackEverything() {
    for number in Array(files.keys) { _ = clean(number) }
    commit()
  }
}

extension UInt64 {
  /// A sum that stops at the largest number, because a script is read from a file and may say anything.
  func clampedSum(_ other: UInt64) -> UInt64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? .max : sum
  }

  func clampedProduct(_ other: UInt64) -> UInt64 {
    let (product, isOver) = multipliedReportingOverflow(by: other)
    return isOver ? .max : product
  }
}
