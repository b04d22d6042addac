internal import InkTap

/// What failed syncs lose of a store, worked out from what it did.
///
/// Method. Linux marks pages clean whose writing has failed: the process goes on seeing its bytes, a later
/// sync finds nothing to do and succeeds, and the disk keeps what it had, which is seen once the pages leave
/// the memory. So each file is followed in blocks as large as a page. A write makes its blocks dirty, whether
/// they were lost before or not, since a page is written whole. A sync that succeeds brings the dirty ones to
/// the disk; one that fails makes them lost, and each lost block is given what the disk has of it, or zeros
/// where it has nothing. Names are pages of their directory: those that were given or taken since its last
/// good sync are lost with one that fails, however many succeed behind it, until they are given or taken
/// anew. A rename is one change, which the sync of either directory keeps, and loses if it fails.
///
/// What nobody synced is left: it is for crashes to lose. Lengths are kept too, because file systems write
/// those by a journal of their own.
struct LostChanges {
  private let model: CrashModel
  /// By inode.
  private var files: [FollowedFile]
  /// Changes of names that no sync has been asked for since, in program order.
  private var pendingNames: [Int] = []
  /// Those that a failed sync has lost, by their number in the model, in program order.
  private(set) var lostNames: [Int] = []

  /// Follows the calls of a log; `base` is the store before them.
  init(_ entries: some Sequence<RecordedEntry>, base: StoreImage) throws(CrashModelError) {
    model = try CrashModel(base: base, entries: Array(entries))
    files = model.inodes.map { FollowedFile($0.bytes) }
    var next = 0
    for event in model.events {
      advance(from: next, to: event.at)
      next = event.at
      switch event.kind {
      case .sync(let inode): sync(inode, hasFailed: false)
      case .failedSync(let inode): sync(inode, hasFailed: true)
      case .mark: break
      }
    }
    advance(from: next, to: model.operations.count)
    lostNames.sort()
  }

  /// How many blocks are lost, over all files.
  var lostBlockCount: Int { files.reduce(0) { $0 + $1.lost.count } }

  /// The stores that the disk may have: without what is lost, and with names that are lost one by one.
  ///
  /// None where nothing is lost. With many lost names only so many are lost alone.
  func images(namesAloneMax: Int = 8) -> [(image: StoreImage, lost: String)] {
    var images: [(image: StoreImage, lost: String)] = []
    if lostBlockCount > 0 { images.append((image(without: []), "\(lostBlockCount) blocks")) }
    guard !lostNames.isEmpty else { return images }
    images.append((image(without: Set(lostNames)), words(lostNames)))
    guard lostNames.count > 1 else { return images }
    for name in lostNames.prefix(namesAloneMax) { images.append((image(without: [name]), words([name]))) }
    return images
  }

  private mutating func advance(from first: Int, to end: Int) {
    for index in first..<end {
      switch model.operations[index].change {
      case .write(let inode, let offset, let bytes, _): files[inode].write(bytes, at: offset)
      case .size(let inode, _, let new): files[inode].resize(to: new)
      case .link, .unlink, .rename: pendingNames.append(index)
      }
    }
  }

  private mutating func sync(_ inode: Int?, hasFailed: Bool) {
    func isAsked(_ name: Int) -> Bool {
      inode.map { model.operations[name].touches(directory: $0) } ?? true
    }
    if hasFailed { lostNames += pendingNames.filter(isAsked) }
    pendingNames.removeAll(where: isAsked)
    for index in inode.map({ $0..<$0 + 1 }) ?? files.indices { files[index].sync(hasFailed: hasFailed) }
  }

  // MARK: What is left

  private func image(without lost: Set<Int>) -> StoreImage {
    var names: [Int: [String: Int]] = [:]
    for (place, inode) in model.names { names[place.directory, default: [:]][place.name] = inode }
    for (index, operation) in model.operations.enumerated() where !lost.contains(index) {
      switch operation.change {
      case .link(let place, let inode): names[place.directory, default: [:]][place.name] = inode
      case .unlink(let place, _): names[place.directory, default: [:]][place.name] = nil
      case .rename(let from, let to, let inode, _):
        names[from.directory, default: [:]][from.name] = nil
        names[to.directory, default: [:]][to.name] = inode
      case .write, .size: break
      }
    }
    var directories: [String] = []
    var found: [StoreImage.File] = []
    func walk(_ directory: Int, _ path: String, below: [Int]) {
      for (name, inode) in names[directory] ?? [:] where !model.inodes[inode].isSharedMemory {
        let path = path.isEmpty ? name : path + "/" + name
        guard model.inodes[inode].isDirectory else {
          found.append(StoreImage.File(path: path, bytes: files[inode].bytesOnDisk))
          continue
        }
        // A removal that is lost can leave a directory within one that was moved into it.
        guard !below.contains(inode) else { continue }
        directories.append(path)
        walk(inode, path, below: below + [inode])
      }
    }
    walk(CrashModel.root, "", below: [CrashModel.root])
    return StoreImage(directories: directories, files: found)
  }

  private func words(_ names: [Int]) -> String {
    names.map { name in
      switch model.operations[name].change {
      case .link(let place, _): "the name '\(place.name)'"
      case .unlink(let place, _): "the removal of '\(place.name)'"
      case .rename(let from, let to, _, _): "the renaming of '\(from.name)' to '\(to.name)'"
      case .write, .size: ""
      }
    }.joined(separator: ", ")
  }
}
