/// The digest of any state of one epoch.
struct EpochDigests {
  private var files: FileDigests
  private var layouts: NameLayouts
  /// The state that was digested last, and the files of its layout.
  private var kept = PendingSet()
  private var layout = NameLayouts.Layout()
  private var layoutNumber = -1
  private var contents: [StateDigest] = []
  private var sum = StateDigest.zero

  init(
    _ tree: inout NameTree, _ live: inout LiveStore, _ window: EpochWindow, limit: Int,
    _ profile: CrashProfile
  ) {
    live.advance(to: limit, profile)
    files = FileDigests(&live, window)
    layouts = NameLayouts(&tree, &live, window, files, limit: limit)
  }

  /// The digest of the state in which exactly these operations survived, and nothing is special.
  mutating func digest(of kept: PendingSet, _ live: inout LiveStore) -> StateDigest {
    self.kept = kept
    let number = layouts.number(for: kept, &live, files)
    if number != layoutNumber {
      layoutNumber = number
      layout = layouts[number]
    }
    sum = layout.sum
    contents.removeAll(keepingCapacity: true)
    for entry in layout.entries {
      let content = files.content(of: entry.slot, kept)
      contents.append(content)
      sum = sum &+ ContentDigest.entry(at: entry.path, content: content)
    }
    return sum
  }

  /// The digest of the last state, with something special about one file.
  mutating func digest(_ special: FileDigests.Special, of inode: Int) -> StateDigest {
    guard let slot = files.slot(of: inode) else { return sum }
    return digest(special) { $0 == slot }
  }

  /// The digest of the last state with garbage where nothing was written.
  mutating func digestWithGarbage() -> StateDigest { digest(.garbage) { _ in true } }

  private mutating func digest(_ special: FileDigests.Special, _ isMeant: (Int) -> Bool) -> StateDigest {
    var sum = sum
    for (place, entry) in layout.entries.enumerated() where isMeant(entry.slot) {
      let content = files.content(of: entry.slot, kept, special)
      sum = sum &- ContentDigest.entry(at: entry.path, content: contents[place])
      sum = sum &+ ContentDigest.entry(at: entry.path, content: content)
    }
    return sum
  }
}
