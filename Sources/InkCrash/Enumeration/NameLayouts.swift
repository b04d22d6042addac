/// Where the files of a store stand, for any set of pending changes of names that is kept.
///
/// Method. What no pending change of names can move is walked through once for an epoch. The names that can
/// change are few; for each combination of changes that is met, their occupants are worked out in program
/// order and what they lead to is walked through. A combination is remembered.
struct NameLayouts {
  /// A file of which more than its place depends on what is kept.
  struct Entry: BitwiseCopyable {
    var path: StateDigest
    /// Of the file's digests in the epoch.
    var slot: Int
  }

  /// One arrangement of the names.
  struct Layout {
    /// Of everything that depends on names alone.
    var sum = StateDigest.zero
    var entries: [Entry] = []
  }

  private enum Step {
    case set(key: Int, inode: Int)
    case clear(key: Int)
    case move(from: Int, to: Int, inode: Int)
  }

  private var tree: NameTree
  private let pending: PendingSet
  /// From the first pending change on; those that are not pending have no place.
  private var steps: [(step: Step, place: Int?)] = []
  /// Names that can change, and their occupants before the first step; −1 for none.
  private var keys: [NameTree.Name: Int] = [:]
  private var keyNames: [NameTree.Name] = []
  private var occupants: [Int] = []
  /// By directory, the keys in it.
  private var keysOfDirectory: [Int: [Int]] = [:]
  /// The walk through what can't change, and the directories that it met.
  private var still = Layout()
  private var stillDirectories: [(inode: Int, path: StateDigest)] = []

  private var known: [PendingSet: Int] = [:]
  private var layouts: [Layout] = []
  private var last: (kept: PendingSet, number: Int)?

  init(
    _ tree: inout NameTree, _ live: inout LiveStore, _ window: EpochWindow, _ files: FileDigests, limit: Int
  ) {
    var places: [Int: Int] = [:]
    for place in window.names.members { places[window.operations[place]] = place }
    let first = window.names.members.first.map { window.operations[$0] } ?? limit
    tree.settle(before: first)
    self.tree = tree
    pending = window.names
    for index in first..<limit where tree.model.operations[index].isName {
      guard let step = step(for: tree.model.operations[index].change) else { continue }
      steps.append((step, places[index]))
    }
    // With the names that the steps have brought.
    self.tree = tree
    still = walkStill(&live, files)
  }

  private mutating func step(for change: MicroOperation.Change) -> Step? {
    switch change {
    case .link(let place, let inode): key(place).map { .set(key: $0, inode: inode) }
    case .unlink(let place, _): key(place).map { .clear(key: $0) }
    case .rename(let from, let to, let inode, _):
      if let from = key(from), let to = key(to) { .move(from: from, to: to, inode: inode) } else { nil }
    case .write, .size: nil
    }
  }

  private mutating func key(_ place: NamePlace) -> Int? {
    guard let name = tree.name(of: place) else { return nil }
    if let key = keys[name] { return key }
    keys[name] = keyNames.count
    keysOfDirectory[name.directory, default: []].append(keyNames.count)
    keyNames.append(name)
    occupants.append(tree.occupant(of: name) ?? -1)
    return keyNames.count - 1
  }

  /// The number of the layout that a set leads to.
  mutating func number(for kept: PendingSet, _ live: inout LiveStore, _ files: FileDigests) -> Int {
    let kept = kept.intersection(pending)
    if let last, last.kept == kept { return last.number }
    let number = known[kept] ?? make(kept, &live, files)
    last = (kept, number)
    return number
  }

  subscript(number: Int) -> Layout { layouts[number] }

  private mutating func make(_ kept: PendingSet, _ live: inout LiveStore, _ files: FileDigests) -> Int {
    var occupants = occupants
    for (step, place) in steps {
      if let place, !kept[place] { continue }
      switch step {
      case .set(let key, let inode): occupants[key] = inode
      case .clear(let key): occupants[key] = -1
      case .move(let from, let to, let inode):
        occupants[from] = -1
        occupants[to] = inode
      }
    }
    var layout = still
    for directory in stillDirectories {
      visitKeys(of: directory.inode, directory.path, occupants, [], &layout, &live, files)
    }
    layouts.append(layout)
    known[kept] = layouts.count - 1
    return layouts.count - 1
  }

  private func visitKeys(
    of directory: Int, _ path: StateDigest, _ occupants: [Int], _ below: [Int], _ layout: inout Layout,
    _ live: inout LiveStore, _ files: FileDigests
  ) {
    for key in keysOfDirectory[directory] ?? [] where occupants[key] >= 0 {
      let place = ContentDigest.path(in: path, tree.digest(of: keyNames[key]))
      visit(occupants[key], place, occupants, below + [directory], &layout, &live, files)
    }
  }

  /// Adds what stands at a path, and everything below it.
  private func visit(
    _ inode: Int, _ path: StateDigest, _ occupants: [Int], _ below: [Int], _ layout: inout Layout,
    _ live: inout LiveStore, _ files: FileDigests
  ) {
    guard tree.model.inodes[inode].isDirectory else { return add(inode, path, &layout, &live, files) }
    // A directory can't be within itself; see `StoreTree`. Those that can't change are no occupant's.
    guard !below.contains(inode) else { return }
    layout.sum = layout.sum &+ ContentDigest.directory(at: path)
    for (name, inner) in tree.children(of: inode) where keys[name] == nil {
      let place = ContentDigest.path(in: path, tree.digest(of: name))
      visit(inner, place, occupants, below + [inode], &layout, &live, files)
    }
    visitKeys(of: inode, path, occupants, below, &layout, &live, files)
  }

  private func add(
    _ inode: Int, _ path: StateDigest, _ layout: inout Layout, _ live: inout LiveStore, _ files: FileDigests
  ) {
    guard !tree.isDropped(inode) else { return }
    if let slot = files.slot(of: inode) {
      layout.entries.append(Entry(path: path, slot: slot))
    } else {
      layout.sum = layout.sum &+ ContentDigest.entry(at: path, content: live.content(of: inode))
    }
  }

  private mutating func walkStill(_ live: inout LiveStore, _ files: FileDigests) -> Layout {
    var layout = Layout()
    var waiting = [(inode: CrashModel.root, path: ContentDigest.root)]
    while let directory = waiting.popLast() {
      stillDirectories.append(directory)
      for (name, inode) in tree.children(of: directory.inode) where keys[name] == nil {
        let path = ContentDigest.path(in: directory.path, tree.digest(of: name))
        if tree.model.inodes[inode].isDirectory {
          layout.sum = layout.sum &+ ContentDigest.directory(at: path)
          waiting.append((inode, path))
        } else {
          add(inode, path, &layout, &live, files)
        }
      }
    }
    return layout
  }
}
