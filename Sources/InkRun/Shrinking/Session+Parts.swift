internal import InkModel

/// Counting and leaving out parts of sessions, by their number among all of their kind.
extension Session {
  mutating func removeParts(_ run: Range<Int>) {
    var next = 0
    for index in events.indices {
      guard case .edit(let page, let edit, let cause) = events[index].action else { continue }
      let count = events[index].partCount
      defer { next += count }
      guard count > 0, run.overlaps(next..<next + count) else { continue }
      let isKept = (next..<next + count).map { !run.contains($0) }
      switch edit {
      case .move(let ids, let dx, let dy):
        let kept = zip(ids, isKept).filter(\.1).map(\.0)
        events[index].action = .edit(page, .move(kept, dx: dx, dy: dy), cause: cause)
      case .replace(let id, let pieces):
        let kept = zip(pieces, isKept).filter(\.1).map(\.0)
        events[index].action = .edit(page, .replace(id, pieces: kept), cause: cause)
      case .put, .remove: continue
      }
    }
  }

  mutating func removeBasePages(_ run: Range<Int>) {
    var pages = basePages
    base.document.pages.removeSubrange(run)
    pages.removeSubrange(run)
    base.source = InlinePages(pages)
  }

  mutating func removeBaseElements(_ run: Range<Int>) {
    var next = 0
    base.source = InlinePages(
      basePages.map { page in
        page.rebuilt { _ in
          defer { next += 1 }
          return !run.contains(next)
        }
      })
  }

  func strokeCount(where isMeant: (Stroke) -> Bool) -> Int {
    var count = 0
    for page in basePages {
      for case .stroke(let stroke) in page.elements where isMeant(stroke) { count += 1 }
    }
    for event in events { count += event.strokes.count(where: isMeant) }
    return count
  }

  mutating func changeStrokes(
    _ run: Range<Int>, where isMeant: (Stroke) -> Bool, _ change: (inout Stroke) -> Void
  ) {
    var next = 0
    func changed(_ stroke: Stroke) -> Stroke {
      guard isMeant(stroke) else { return stroke }
      defer { next += 1 }
      guard run.contains(next) else { return stroke }
      var stroke = stroke
      change(&stroke)
      return stroke
    }
    base.source = InlinePages(basePages.map { $0.rebuilt(changing: changed) { _ in true } })
    for index in events.indices { events[index].changeStrokes(changed) }
  }

  func assetCount(where isMeant: (Int) -> Bool) -> Int {
    base.assets.count { isMeant($0.byteCount) }
      + events.count { if case .insertAsset(_, let bytes) = $0.action { isMeant(bytes) } else { false } }
  }

  mutating func cutAssets(_ run: Range<Int>, above limit: Int) {
    var next = 0
    func cut(_ bytes: Int) -> Int {
      guard bytes > limit else { return bytes }
      defer { next += 1 }
      return run.contains(next) ? limit : bytes
    }
    for index in base.assets.indices { base.assets[index].byteCount = cut(base.assets[index].byteCount) }
    for index in events.indices {
      guard case .insertAsset(let id, let bytes) = events[index].action else { continue }
      events[index].action = .insertAsset(id, byteCount: cut(bytes))
    }
  }
}

extension Event {
  /// Elements that a move takes along or pieces that a partial erase leaves, where there are several.
  var partCount: Int {
    guard case .edit(_, let edit, _) = action else { return 0 }
    return switch edit {
    case .move(let ids, _, _) where ids.count > 1: ids.count
    case .replace(_, let pieces) where pieces.count > 1: pieces.count
    default: 0
    }
  }

  fileprivate var strokes: [Stroke] {
    guard case .edit(_, let edit, _) = action else { return [] }
    return switch edit {
    case .put(.stroke(let stroke), _): [stroke]
    case .replace(_, let pieces): pieces
    default: []
    }
  }

  fileprivate mutating func changeStrokes(_ change: (Stroke) -> Stroke) {
    guard case .edit(let page, let edit, let cause) = action else { return }
    switch edit {
    case .put(.stroke(let stroke), let index):
      action = .edit(page, .put(.stroke(change(stroke)), index: index), cause: cause)
    case .replace(let id, let pieces):
      action = .edit(page, .replace(id, pieces: pieces.map(change)), cause: cause)
    default: break
    }
  }
}

extension Page {
  /// The page with some of its elements, strokes changed on the way.
  fileprivate func rebuilt(
    changing change: (Stroke) -> Stroke = { $0 }, keeping isKept: (Element) -> Bool
  ) -> Page {
    var page = Page(id: id)
    for element in elements where isKept(element) {
      if case .stroke(let stroke) = element {
        page.append(.stroke(change(stroke)), from: arena)
      } else {
        page.append(element, from: arena)
      }
    }
    return page
  }
}
