internal import InkReport

/// The names of a store before the first change of names that is pending, as numbers.
struct NameTree {
  struct Name: Hashable {
    var directory: Int
    /// Stands for the text.
    var number: Int
  }

  let model: CrashModel
  private let dropsSharedMemory: Bool
  private var settledCount = 0
  private var numbers: [String: Int] = [:]
  private var digests: [StateDigest] = []
  private var holders: [[Int: Int]]

  init(_ model: CrashModel, _ profile: CrashProfile) {
    self.model = model
    dropsSharedMemory = profile.crash != .process
    holders = [[Int: Int]](repeating: [:], count: model.inodes.count)
    for (place, inode) in model.names {
      let name = add(place)
      holders[name.directory][name.number] = inode
    }
    for operation in model.operations {
      switch operation.change {
      case .link(let place, _), .unlink(let place, _): _ = add(place)
      case .rename(let from, let to, _, _): _ = (add(from), add(to))
      case .write, .size: break
      }
    }
  }

  private mutating func add(_ place: NamePlace) -> Name {
    if let name = name(of: place) { return name }
    numbers[place.name] = digests.count
    digests.append(ContentDigest.name(place.name))
    return Name(directory: place.directory, number: digests.count - 1)
  }

  /// The number of a name; nil for one that the model does not know.
  func name(of place: NamePlace) -> Name? {
    numbers[place.name].map { Name(directory: place.directory, number: $0) }
  }

  func digest(of name: Name) -> StateDigest { digests[name.number] }

  func occupant(of name: Name) -> Int? { holders[name.directory][name.number] }

  func children(of directory: Int) -> [(name: Name, inode: Int)] {
    holders[directory].map { (Name(directory: directory, number: $0.key), $0.value) }
  }

  /// Whether a file does not outlive the crash, whatever was kept.
  func isDropped(_ inode: Int) -> Bool { dropsSharedMemory && model.inodes[inode].isSharedMemory }

  /// Applies all changes of names before an operation; none of them is ever pending again.
  mutating func settle(before end: Int) {
    for index in settledCount..<max(end, settledCount) {
      let operation = model.operations[index]
      guard operation.isName, !isDropped(operation.inode) else { continue }
      switch operation.change {
      case .link(let place, let inode): set(place, inode)
      case .unlink(let place, _): set(place, nil)
      case .rename(let from, let to, let inode, _):
        set(from, nil)
        set(to, inode)
      case .write, .size: break
      }
    }
    settledCount = max(end, settledCount)
  }

  private mutating func set(_ place: NamePlace, _ inode: Int?) {
    guard let name = name(of: place) else { return }
    holders[name.directory][name.number] = inode
  }
}
