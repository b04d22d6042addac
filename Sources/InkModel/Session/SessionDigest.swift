extension Session {
  /// The name of everything a replay depends on: seed, policy, document, assets, base, events and their data.
  ///
  /// Title, origin and the file it came from are left out: the same work under another name is the same work.
  /// A base that is made from a workload counts by that workload's text, an inline base by its content.
  public func digest() -> String {
    var digest = Digest()
    feedWork(to: &digest)
    return digest.text
  }

  /// The name of everything that a session file holds of the session, apart from title and origin.
  ///
  /// Equal to `digest` for a session without recorded saves and with its original shapes. Of a stroke whose
  /// samples were dropped only the extent counts, so that the file outlives the way in which it is drawn.
  package func fileDigest() -> String {
    var digest = Digest(feedsExtents: shapes == .dropped)
    feedWork(to: &digest)
    guard shapes != .original || !recordedSaves.isEmpty || droppedEventCount > 0 else { return digest.text }
    digest.feed(UInt64(recordedSaves.count), UInt64(droppedEventCount))
    for save in recordedSaves { digest.feed(save) }
    return digest.text
  }

  private func feedWork(to digest: inout Digest) {
    digest.feed(seed, 1)
    digest.feed(policy.trigger.rawValue)
    digest.feed(UInt64(policy.delayMilliseconds), UInt64(policy.maxWaitMilliseconds ?? .max))
    digest.feed(base.document.id.rawValue, UInt64(base.document.pages.count))
    for page in base.document.pages { digest.feed(page) }
    for asset in base.assets { digest.feed(asset.id.rawValue, UInt64(asset.byteCount)) }
    switch base.origin {
    case .workload(let json): digest.feed(json)
    case .inline:
      guard let inline = base.source as? InlinePages else { break }
      for page in inline.pages {
        digest.feed(page.id.rawValue, UInt64(page.elements.count))
        for element in page.elements { digest.feed(element, in: page.arena) }
      }
    }
    digest.feed(UInt64(events.count), 2)
    for event in events { digest.feed(event, in: arena) }
  }
}

extension Digest {
  mutating func feed(_ save: RecordedSave) {
    feed(save.startMilliseconds, save.durationMicroseconds)
    feed(UInt64(save.byteCount), save.error == nil ? 40 : 41)
    feed(save.reason.rawValue)
    if let error = save.error { feed(error) }
  }

  mutating func feed(_ page: PageInfo) {
    feed(page.id.rawValue, page.createdMilliseconds)
    feed(UInt64(UInt32(bitPattern: page.canvas.width)), UInt64(UInt32(bitPattern: page.canvas.height)))
  }

  mutating func feed(_ frame: Frame) {
    feed(
      UInt64(UInt32(bitPattern: frame.x)) | UInt64(UInt32(bitPattern: frame.y)) << 32,
      UInt64(UInt32(bitPattern: frame.width)) | UInt64(UInt32(bitPattern: frame.height)) << 32)
  }

  mutating func feed(_ stroke: Stroke, in arena: InkArena) {
    feed(stroke.id.rawValue, UInt64(stroke.points.count) | UInt64(stroke.opaque.count) << 32)
    feed(
      UInt64(stroke.ink.tool.rawValue) | UInt64(stroke.ink.width) << 16 | UInt64(stroke.ink.colour) << 32, 3)
    let points = arena.points(of: stroke)
    if feedsExtents {
      let extent = StrokeExtent(points)
      feed(
        UInt64(UInt32(bitPattern: extent.width)) | UInt64(UInt32(bitPattern: extent.height)) << 32,
        UInt64(extent.durationMilliseconds))
      return
    }
    for index in points.indices { feed(points[index]) }
    if stroke.opaque.count > 0 {
      feed(bytes: arena.opaque[stroke.opaque.indices], count: Int(stroke.opaque.count))
    }
  }

  mutating func feed(_ element: Element, in arena: InkArena) {
    switch element {
    case .stroke(let stroke): feed(stroke, in: arena)
    case .image(let image):
      feed(image.id.rawValue, image.asset.rawValue)
      feed(image.frame)
    }
  }

  mutating func feed(_ event: Event, in arena: InkArena) {
    feed(event.startMilliseconds, UInt64(event.durationMilliseconds))
    switch event.action {
    case .edit(let page, let edit, let cause):
      feed(page.rawValue, 10)
      feed(cause.rawValue)
      feed(edit, in: arena)
    case .insertAsset(let asset, let byteCount): feed(asset.rawValue, 11 | UInt64(byteCount) << 8)
    case .turnTo(let page): feed(page.rawValue, 12)
    case .addPage(let page, let index):
      feed(UInt64(index), 13)
      feed(page)
    case .deletePage(let page): feed(page.rawValue, 14)
    case .movePage(let page, let index): feed(page.rawValue, 15 | UInt64(index) << 8)
    case .background: feed(0, 16)
    case .foreground: feed(0, 17)
    case .terminateAndRelaunch: feed(0, 18)
    case .openDocument: feed(0, 19)
    case .closeDocument: feed(0, 20)
    case .listLibrary: feed(0, 21)
    case .export: feed(0, 22)
    }
  }

  private mutating func feed(_ edit: Edit, in arena: InkArena) {
    switch edit {
    case .put(let element, let index):
      feed(UInt64(index), 30)
      feed(element, in: arena)
    case .remove(let id): feed(id.rawValue, 31)
    case .replace(let id, let pieces):
      feed(id.rawValue, 32 | UInt64(pieces.count) << 8)
      for piece in pieces { feed(piece, in: arena) }
    case .move(let ids, let dx, let dy):
      feed(UInt64(ids.count), 33)
      feed(UInt64(UInt32(bitPattern: dx)), UInt64(UInt32(bitPattern: dy)))
      for id in ids { feed(id.rawValue, 34) }
    }
  }
}

extension Page {
  /// A digest of the elements in their order, with all samples and opaque bytes; 32 hexadecimal digits.
  public var contentDigest: String {
    var digest = Digest()
    digest.feed(UInt64(elements.count), 4)
    for element in elements { digest.feed(element, in: arena) }
    return digest.text
  }
}
