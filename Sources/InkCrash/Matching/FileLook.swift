internal import InkModel
internal import InkReport

/// Looks at the files of stores: which are orphans, and which are empty, end in zeros or were left behind.
///
/// A name is matched against the rules once: stores of one lab have few names in all, and matching takes
/// longer than reading a page.
struct FileLook {
  private struct Name {
    /// Whether the backend would have renamed it, or gives no such name.
    var isOrphan: Bool
    /// Whose kind is looked at; nil for files that may be empty or end in zeros in a store that is whole.
    var role: FileRole?
  }

  private let roles: [FileRolePattern]
  private var names: [String: Name] = [:]

  init(_ roles: [FileRolePattern]) { self.roles = roles }

  mutating func look(at image: borrowing StoreImage) -> (orphanCount: Int, shape: StoreShape) {
    var count = 0
    var shape = StoreShape()
    for file in image.files {
      let name = name(of: file.path)
      if name.isOrphan {
        count += 1
        shape.insert(.temporary, .leftBehind)
      } else if let role = name.role {
        if file.bytes.isEmpty {
          shape.insert(role, .empty)
        } else if file.bytes.last == 0, file.bytes.suffix(Self.zerosMin).allSatisfy({ $0 == 0 }) {
          shape.insert(role, .endsInZeros)
        }
      }
    }
    return (count, shape)
  }

  /// Whether any file bears a name that the backend gives to content.
  mutating func knows(_ image: borrowing StoreImage) -> Bool {
    for file in image.files where !name(of: file.path).isOrphan && roles.role(of: file.path) != .other {
      return true
    }
    return false
  }

  private mutating func name(of path: String) -> Name {
    if let known = names[path] { return known }
    let role = roles.role(of: path)
    let name =
      switch role {
      case nil, .temporary: Name(isOrphan: true, role: nil)
      case .database, .wal, .sharedMemory, .other, .elsewhere: Name(isOrphan: false, role: nil)
      default: Name(isOrphan: false, role: role)
      }
    names[path] = name
    return name
  }

  /// No format of ours ends in so many zeros.
  private static let zerosMin = 64
}
