internal import InkModel
internal import InkTap

/// Takes recorded calls apart, and knows the tree as it is after each of them.
struct ModelBuilder {
  private(set) var operations: [MicroOperation] = []
  private(set) var events: [CrashModel.Event] = []
  private(set) var inodes: [CrashModel.Inode] = []
  private(set) var baseNames: [NamePlace: Int] = [:]
  /// The names as they are now.
  private var names: [NamePlace: Int] = [:]
  /// The lengths as they are now, by inode.
  private var sizes: [Int] = []
  /// What the recording tells of its files, and which inodes they are, by their numbers in it.
  private var files: [Int: RecordedFile] = [:]
  private var bound: [Int: Int] = [:]
  /// Calls that had not returned.
  private var unfinished: [(operation: RecordedOperation, entry: Int)] = []

  /// Starts with the tree of an image; file entries may stand anywhere in a recording.
  init(base: StoreImage, files entries: [RecordedEntry]) {
    for case .file(let file) in entries { files[file.number] = file }
    _ = add(CrashModel.Inode(isDirectory: true, isSharedMemory: false, path: ""))
    for path in base.directories {
      give(path, add(CrashModel.Inode(isDirectory: true, isSharedMemory: false, path: path)))
    }
    for file in base.files {
      let isShared = Self.isSharedMemory(file.path)
      let inode = CrashModel.Inode(
        isDirectory: false, isSharedMemory: isShared, bytes: file.bytes, path: file.path)
      give(file.path, add(inode))
    }
    baseNames = names
  }

  mutating func take(_ kind: CrashModel.Event.Kind, entry: Int) {
    events.append(CrashModel.Event(kind: kind, at: operations.count, entry: entry))
  }

  /// Takes one call.
  ///
  /// One that failed changes nothing, but the files that it names are met all the same.
  mutating func take(_ call: RecordedOperation, entry: Int) throws(CrashModelError) {
    meet(call)
    guard call.isWhole else { return unfinished.append((call, entry)) }
    guard call.result >= 0 else {
      if Self.syncs(call.kind) { takeSync(call, entry, .failedSync(inode: inode(call.file))) }
      return
    }
    switch call.kind {
    case .open: try takeOpen(call, entry)
    case .write, .copy: try takeWrite(call, entry)
    case .truncate: try resize(try known(call), to: call.offset, call, entry)
    case .allocate: try takeAllocation(call, entry)
    case .sync, .syncData, .syncAll: takeSync(call, entry, .sync(inode: inode(call.file)))
    case .syncMapping where call.role != .sharedMemory: throw .mapping(operation: call.number)
    case .clone: throw .clone(operation: call.number)
    case .symlink: throw .symbolicLink(operation: call.number)
    case .rename: try takeRename(call, entry)
    case .link: try takeLink(call, entry)
    case .remove, .removeDirectory: try takeRemoval(call, entry)
    case .makeDirectory: try takeDirectory(call, entry)
    case .read, .close, .syncRange, .syncMapping: break
    }
  }

  /// Takes the calls that had not returned: they may have done their work, so they come last and pending.
  ///
  /// A write amongst them is left out, because its bytes are not in the log; so is what can't be told.
  mutating func takeUnfinished() {
    for (call, entry) in unfinished {
      var call = call
      (call.isWhole, call.result) = (true, 0)
      switch call.kind {
      case .truncate, .allocate, .rename, .link, .remove, .removeDirectory: try? take(call, entry: entry)
      default: break
      }
    }
  }

  // MARK: Files

  /// A file that was there before is the inode that its path has now, when it is first met.
  private mutating func meet(_ call: RecordedOperation) {
    for number in [call.directory, call.targetDirectory, call.file, call.target] {
      guard let number, bound[number] == nil, let file = files[number], !file.isNew else { continue }
      guard !file.path.isEmpty, let inode = resolve(file.path) else { continue }
      bound[number] = inode
    }
  }

  private func inode(_ number: Int?) -> Int? { number.flatMap { bound[$0] } }

  private func known(_ call: RecordedOperation) throws(CrashModelError) -> Int {
    guard let inode = inode(call.file) else {
      let path = call.file.flatMap { files[$0]?.path } ?? call.path
      throw .unknownFile(path: path, operation: call.number)
    }
    return inode
  }

  private mutating func add(_ inode: CrashModel.Inode) -> Int {
    inodes.append(inode)
    sizes.append(inode.bytes.count)
    return inodes.count - 1
  }

  private mutating func give(_ path: String, _ inode: Int) {
    if let place = place(of: path) { names[place] = inode }
  }

  private static func isSharedMemory(_ path: String) -> Bool { path.hasSuffix("-shm") }

  /// The inode under a path below the store; nil if it leads nowhere.
  private func resolve(_ path: String) -> Int? {
    var inode = CrashModel.root
    for name in path.split(separator: "/") {
      guard let next = names[NamePlace(directory: inode, name: String(name))] else { return nil }
      inode = next
    }
    return inode
  }

  /// The last name of a path, in the directory that holds it.
  private func place(of path: String) -> NamePlace? {
    var parts = path.split(separator: "/")
    guard let name = parts.popLast() else { return nil }
    guard let directory = resolve(parts.joined(separator: "/")) else { return nil }
    return NamePlace(directory: directory, name: String(name))
  }

  private func knownPlace(_ path: String, _ call: RecordedOperation) throws(CrashModelError) -> NamePlace {
    guard let place = place(of: path) else { throw .unknownFile(path: path, operation: call.number) }
    return place
  }

  private mutating func append(_ change: MicroOperation.Change, _ call: RecordedOperation, _ entry: Int) {
    operations.append(MicroOperation(change: change, operation: call.number, entry: entry))
  }

  // MARK: Names

  private mutating func takeOpen(_ call: RecordedOperation, _ entry: Int) throws(CrashModelError) {
    guard call.createsFile else {
      guard call.flags & Platform.truncateFlag != 0, let inode = inode(call.file) else { return }
      return try resize(inode, to: 0, call, entry)
    }
    var inode = CrashModel.Inode(
      isDirectory: false, isSharedMemory: Self.isSharedMemory(call.path), path: Self.trimmed(call.path))
    inode.isNameless = call.isNameless
    try make(inode, call, entry)
  }

  private mutating func takeDirectory(_ call: RecordedOperation, _ entry: Int) throws(CrashModelError) {
    // The store's own directory, made anew, is the root that is here already.
    guard !call.path.isEmpty, call.path != "/" else { return }
    try make(
      CrashModel.Inode(isDirectory: true, isSharedMemory: false, path: Self.trimmed(call.path)), call, entry)
  }

  private mutating func make(
    _ inode: CrashModel.Inode, _ call: RecordedOperation, _ entry: Int
  ) throws(CrashModelError) {
    let place = inode.isNameless ? nil : try knownPlace(call.path, call)
    let number = add(inode)
    if let file = call.file { bound[file] = number }
    guard let place else { return }
    names[place] = number
    append(.link(place, inode: number), call, entry)
  }

  private mutating func takeLink(_ call: RecordedOperation, _ entry: Int) throws(CrashModelError) {
    let inode = try known(call)
    guard !inodes[inode].isNameless else { throw .namelessFileLinked(operation: call.number) }
    let place = try knownPlace(call.targetPath, call)
    names[place] = inode
    append(.link(place, inode: inode), call, entry)
  }

  private mutating func takeRename(_ call: RecordedOperation, _ entry: Int) throws(CrashModelError) {
    guard !call.path.isEmpty, !call.targetPath.isEmpty else {
      throw .movedAcrossEdge(path: call.path + call.targetPath, operation: call.number)
    }
    guard call.flags & ~Self.noReplace == 0 else { throw .exchangedNames(operation: call.number) }
    let from = try knownPlace(call.path, call)
    let to = try knownPlace(call.targetPath, call)
    guard let inode = names[from] else { throw .unknownFile(path: call.path, operation: call.number) }
    let replaced = names[to]
    // Two names of one file: POSIX leaves both alone.
    guard replaced != inode else { return }
    names[from] = nil
    names[to] = inode
    append(.rename(from: from, to: to, inode: inode, replaced: replaced), call, entry)
  }

  /// Linux: RENAME_NOREPLACE, which is a plain rename where it succeeds.
  private static let noReplace: Int32 = 1

  private mutating func takeRemoval(_ call: RecordedOperation, _ entry: Int) throws(CrashModelError) {
    let place = try knownPlace(call.path, call)
    guard let inode = names.removeValue(forKey: place) else {
      throw .unknownFile(path: call.path, operation: call.number)
    }
    append(.unlink(place, inode: inode), call, entry)
  }

  private static func trimmed(_ path: String) -> String {
    path.hasPrefix("/") ? String(path.dropFirst()) : path
  }

  // MARK: Contents

  private mutating func takeWrite(_ call: RecordedOperation, _ entry: Int) throws(CrashModelError) {
    guard call.result > 0 else { return }
    let inode = try known(call)
    guard call.contents.count == Int(call.result) else { throw .writeWithoutContents(operation: call.number) }
    let (end, overflows) = call.offset.addingReportingOverflow(UInt64(call.contents.count))
    guard !overflows, end <= CrashModel.fileBytesMax else {
      throw .tooLarge(byteCount: overflows ? .max : end, operation: call.number)
    }
    var offset = Int(call.offset)
    var rest = call.contents
    let oldSize = sizes[inode]
    while !rest.isEmpty {
      let piece = rest.prefix(ContentDigest.blockBytes - offset % ContentDigest.blockBytes)
      append(.write(inode: inode, offset: offset, bytes: piece, freshFrom: oldSize), call, entry)
      offset += piece.count
      rest = rest.dropFirst(piece.count)
      // File systems write a file back block by block, and let it grow as far as they have come.
      if offset > sizes[inode] { try resize(inode, to: UInt64(offset), call, entry) }
    }
    // By the descriptor's flags, or by those of this one write: RWF_DSYNC and RWF_SYNC of pwritev2(2).
    let isSynced = call.statusFlags & Platform.syncFlags != 0
    if isSynced || (call.kind == .write && call.flags & 0x6 != 0) { take(.sync(inode: inode), entry: entry) }
  }

  private mutating func resize(
    _ inode: Int, to byteCount: UInt64, _ call: RecordedOperation, _ entry: Int
  ) throws(CrashModelError) {
    guard byteCount <= CrashModel.fileBytesMax else {
      throw .tooLarge(byteCount: byteCount, operation: call.number)
    }
    let old = sizes[inode]
    guard Int(byteCount) != old else { return }
    sizes[inode] = Int(byteCount)
    clearTail(of: inode, from: Int(byteCount), to: old, call, entry)
    append(.size(inode: inode, old: old, new: Int(byteCount)), call, entry)
  }

  /// Of the block that holds the new end of a shorter file, the rest is overwritten in its place.
  private mutating func clearTail(
    of inode: Int, from new: Int, to old: Int, _ call: RecordedOperation, _ entry: Int
  ) {
    let blockEnd = (new / ContentDigest.blockBytes + 1) * ContentDigest.blockBytes
    guard new < old, new % ContentDigest.blockBytes != 0 else { return }
    let zeros = [UInt8](repeating: 0, count: min(old, blockEnd) - new)
    append(.write(inode: inode, offset: new, bytes: zeros[...], freshFrom: old), call, entry)
    operations[operations.count - 1].clearsTail = true
  }

  private mutating func takeAllocation(_ call: RecordedOperation, _ entry: Int) throws(CrashModelError) {
    // Linux: FALLOC_FL_KEEP_SIZE alone only sets space aside, which the model does not know.
    if call.flags == 1 { return }
    guard call.flags == 0 else { throw .allocation(mode: call.flags, operation: call.number) }
    let inode = try known(call)
    let (end, overflows) = call.offset.addingReportingOverflow(call.size)
    guard !overflows else { throw .tooLarge(byteCount: .max, operation: call.number) }
    if end > UInt64(sizes[inode]) { try resize(inode, to: end, call, entry) }
  }

  // MARK: Syncs

  private static func syncs(_ kind: RecordedOperation.Kind) -> Bool {
    switch kind {
    case .sync, .syncData, .syncAll: true
    default: false
    }
  }

  /// A sync of a file that is not of the store forces nothing of it.
  private mutating func takeSync(_ call: RecordedOperation, _ entry: Int, _ kind: CrashModel.Event.Kind) {
    let isOfAll = call.kind == .syncAll
    if isOfAll {
      take(call.result < 0 ? .failedSync(inode: nil) : .sync(inode: nil), entry: entry)
    } else if inode(call.file) != nil {
      take(kind, entry: entry)
    }
  }
}
