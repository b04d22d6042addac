import InkModel

/// A script of calls that a file system would carry out, and what it leads to, told by a model of its own.
struct RandomScript {
  private struct File {
    var nameCount = 1
    var openCount = 0
    var length: UInt64
  }

  private(set) var script = OperationScript(initialLengths: [], steps: [])
  private var files: [Int: File] = [:]
  private var directories: [Int] = []
  private var random: SplitMix64
  private var calls: [FileOperation] = []

  /// The lengths under all names that files have at the end, in ascending order.
  var finalLengths: [UInt64] {
    files.values.flatMap { Array(repeating: $0.length, count: $0.nameCount) }.sorted()
  }

  init(seed: UInt64, callCount: Int) {
    random = SplitMix64(seed: seed)
    // The directory that everything lies in, and some files that were there.
    script.initialLengths = [0]
    for length in [1, 4_096, 70_000] as [UInt64] {
      files[script.initialLengths.count] = File(length: length)
      script.initialLengths.append(length)
    }
    while calls.count < callCount { addCall() }
    let cut = random.below(callCount)
    script.steps = [
      OperationScript.Step(
        phase: "save.autosave", intendedMilliseconds: 0, computeNanoseconds: 5,
        operations: Array(calls[..<cut])),
      OperationScript.Step(
        phase: "close-page", intendedMilliseconds: 900, computeNanoseconds: 0,
        operations: Array(calls[cut...])),
    ]
  }

  private mutating func pick(_ isWanted: (File) -> Bool) -> Int? {
    let found = files.filter { isWanted($0.value) }.keys.sorted()
    return found.isEmpty ? nil : found[random.below(found.count)]
  }

  private mutating func newFile() -> Int {
    script.initialLengths.append(0)
    return script.initialLengths.count - 1
  }

  private mutating func add(
    _ kind: FileOperation.Kind, _ file: Int, target: Int? = nil, offset: UInt64 = 0, length: UInt64 = 0
  ) {
    calls.append(
      FileOperation(
        kind, role: .page, file: file, target: target, offset: offset, length: length,
        nanoseconds: UInt64(random.below(1_000_000))))
  }

  private mutating func addCall() {
    let kind = FileOperation.Kind.allCases[random.below(FileOperation.Kind.allCases.count)]
    switch kind {
    case .create:
      let old = random.below(3) == 0 ? pick { $0.nameCount > 0 } : nil
      let file = old ?? newFile()
      files[file, default: File(length: 0)].length = 0
      files[file]?.openCount += 1
      add(.create, file)
    case .open:
      guard let file = pick({ $0.nameCount > 0 }) else { return }
      files[file]?.openCount += 1
      add(.open, file)
    case .close:
      guard let file = pick({ $0.openCount > 0 }) else { return }
      files[file]?.openCount -= 1
      add(.close, file)
    case .read, .write, .truncate, .allocate: addCallOnBytes(kind)
    case .sync, .syncData:
      guard let file = pick({ $0.openCount > 0 }) else { return }
      add(kind, file)
    case .syncDirectory: add(kind, 0)
    case .makeDirectory:
      directories.append(newFile())
      add(kind, directories[directories.count - 1])
    case .removeDirectory:
      guard let directory = directories.popLast() else { return }
      add(kind, directory)
    case .rename:
      guard let file = pick({ $0.nameCount == 1 }) else { return }
      let target = pick { $0.nameCount == 1 }
      guard target != file else { return add(kind, file) }
      if let target { files[target]?.nameCount = 0 }
      add(kind, file, target: target)
    case .link:
      guard let file = pick({ $0.nameCount > 0 }) else { return }
      files[file]?.nameCount += 1
      add(kind, file)
    case .remove:
      guard let file = pick({ $0.nameCount > 0 }) else { return }
      files[file]?.nameCount -= 1
      add(kind, file)
    case .other: return
    }
  }

  private mutating func addCallOnBytes(_ kind: FileOperation.Kind) {
    guard let file = pick({ $0.openCount > 0 }) else { return }
    let old = files[file]?.length ?? 0
    let offset = UInt64(random.below(Int(old) + 1))
    // A call that moves nothing is a call; space that is set aside is not nothing.
    let length = UInt64(random.below(20_000)) + (kind == .allocate ? 1 : 0)
    switch kind {
    case .truncate:
      files[file]?.length = offset
      return add(kind, file, offset: offset)
    case .write where length > 0, .allocate: files[file]?.length = max(old, offset + length)
    default: break
    }
    // A recorded read has the bytes that it got.
    add(kind, file, offset: offset, length: kind == .read ? min(length, old - offset) : length)
  }
}
