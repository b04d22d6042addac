internal import InkModel

/// A list some of whose members are left out, and which goes on changing as if they were there.
///
/// Places that changes name are those of the whole list; what comes out are places amongst what is kept.
struct ThinnedList<Member: Hashable> {
  private var whole: [Member]
  private var leftOut: Set<Member>

  /// Begins with a list of which only some members are kept.
  init(_ whole: [Member], keeping kept: Set<Member> = []) {
    self.whole = whole
    leftOut = Set(whole).subtracting(kept)
  }

  func isLeftOut(_ member: Member) -> Bool { leftOut.contains(member) }

  /// Inserts a member, which is kept, and gives its place.
  mutating func insert(_ member: Member, at place: Int) -> Int {
    let place = min(place, whole.count)
    let below = whole[..<place].count { !leftOut.contains($0) }
    whole.insert(member, at: place)
    leftOut.remove(member)
    return below
  }

  mutating func remove(_ member: Member) {
    if let place = whole.lastIndex(of: member) { whole.remove(at: place) }
  }

  /// Puts others in the place of a member, which are left out if it is.
  mutating func replace(_ member: Member, by others: [Member]) {
    guard let place = whole.lastIndex(of: member) else { return }
    whole.replaceSubrange(place...place, with: others)
    if leftOut.contains(member) { leftOut.formUnion(others) }
  }
}

extension ThinnedList<ElementID> {
  /// Carries out an edit of a page, and gives what it is without the elements that are left out; nil if
  /// nothing is left of it.
  ///
  /// An element that is put back with all that it has is there again.
  mutating func fit(_ edit: Edit) -> Edit? {
    switch edit {
    case .put(let element, let index): return .put(element, index: insert(element.id, at: index))
    case .remove(let id):
      remove(id)
      return isLeftOut(id) ? nil : edit
    case .replace(let id, let pieces):
      replace(id, by: pieces.map(\.id))
      return isLeftOut(id) ? nil : edit
    case .move(let ids, let dx, let dy):
      let kept = ids.filter { !isLeftOut($0) }
      return kept.isEmpty ? nil : .move(kept, dx: dx, dy: dy)
    }
  }
}
