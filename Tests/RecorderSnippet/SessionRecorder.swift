import Foundation

/// Records what people do with a document, as session files that `inkbench` replays.
///
/// A call takes a lock, appends to a bounded queue and returns; encoding and writing happen on a thread of low
/// priority. If the queue or a file is full, what comes next is dropped and counted: later edits make no sense
/// without earlier ones, so the file ends there and the next one begins at the next page turn. Times are
/// seconds on the clock of `ProcessInfo.systemUptime`, which is that of `UITouch.timestamp`.
final class SessionRecorder: @unchecked Sendable {
  /// x, y and radius in points, seconds since pen-down, pressure from 0 to 1.
  struct Sample { var x, y, seconds, pressure, radius: Double }
  struct Stroke {
    var id: UInt64, tool = "pen", colour: UInt32 = 0x0000_00FF, width = 1.0, samples: [Sample],
      appData = Data()
  }
  struct Image { var id, asset: UInt64, x, y, width, height: Double }
  enum Element { case stroke(Stroke), image(Image) }
  struct Page { var id: UInt64, width, height: Double }
  struct Document { var id: UInt64, title = "", pages: [Page], assetByteCounts: [UInt64: Int] = [:] }
  /// `cause` is one of write, erase, partial-erase, lasso, insert, undo, redo.
  enum Event {
    case put(Element, index: Int, page: UInt64, cause: String)
    case remove(UInt64, page: UInt64, cause: String)
    case replace(UInt64, pieces: [Stroke], page: UInt64, cause: String)
    case move([UInt64], dx: Double, dy: Double, page: UInt64, cause: String)
    case insertAsset(UInt64, byteCount: Int)
    /// With what the page holds at that moment, in drawing order.
    case turn(to: UInt64, elements: [Element])
    case addPage(Page, index: Int), deletePage(UInt64), movePage(UInt64, to: Int)
    case background, foreground, export
  }
  struct Limits {
    var queuedSamples = 100_000, fileBytes = 8 << 20, fileSeconds = 3_600.0, fileCount = 20
  }
  /// When the app saves: debounce, idle, periodic or per-stroke, and the delay.
  struct Policy { var trigger = "debounce", delayMilliseconds = 500 }

  init(directory: URL, app: String, policy: Policy = Policy(), limits: Limits = Limits()) {
    (self.directory, self.app, self.policy, self.limits) = (directory, app, policy, limits)
  }

  /// Begins a file; the document is as it is on disk.
  func open(_ document: Document, at time: Double = now) { enqueue(.open(document, time), cost: 0) }

  /// Records an event that began at a time and took some seconds: a stroke from pen-down to pen-up.
  func record(_ event: Event, at time: Double = now, lasting seconds: Double = 0) {
    enqueue(.event(event, time, seconds), cost: event.cost)
  }

  /// Records one of the app's own saves; the reason is autosave, page-close, background, document-close or
  /// other.
  func saved(_ reason: String, at time: Double, lasting seconds: Double, bytes: Int, error: String? = nil) {
    enqueue(.save(reason, time, seconds, bytes, error), cost: 1)
  }

  /// Ends the file; report the save that closes the document before.
  func close(at time: Double = now) { enqueue(.close(time), cost: 0) }

  /// Waits until everything recorded so far is in its file, as an app that is about to end should.
  func waitUntilWritten() { queue.sync { drain() } }

  static var now: Double { ProcessInfo.processInfo.systemUptime }

  // What follows runs under the lock or on the queue.

  private enum Item {
    case open(Document, Double), event(Event, Double, Double), close(Double)
    case save(String, Double, Double, Int, String?), gap(Int)
  }
  private let directory: URL, app: String, policy: Policy, limits: Limits
  private let queue = DispatchQueue(label: "session-recorder", qos: .utility)
  private let lock = NSLock()
  private var queued: [Item] = [], queuedCost = 0, isScheduled = false
  private var file: File?, document = Document(id: 0, pages: []), fileCount = 0

  private func enqueue(_ item: Item, cost: Int) {
    lock.withLock {
      if cost == 0 || cost <= limits.queuedSamples - queuedCost {
        queued.append(item)
        queuedCost += cost
      } else if case .gap(let count)? = queued.last {
        queued[queued.count - 1] = .gap(count + 1)
      } else {
        queued.append(.gap(1))
      }
      guard !isScheduled else { return }
      isScheduled = true
      queue.async { self.drain() }
    }
  }

  private func drain() {
    let items = lock.withLock {
      defer { (queued, queuedCost, isScheduled) = ([], 0, false) }
      return queued
    }
    for item in items { take(item) }
  }

  private func take(_ item: Item) {
    switch item {
    case .open(let document, let time):
      finish(at: file?.latest ?? time)
      self.document = document
      begin(at: time)
    case .save(let reason, let time, let seconds, let bytes, let error):
      file?.append(save: reason, time, seconds, bytes, error)
    case .gap(let count): file?.dropped += count
    case .close(let time): finish(at: time)
    case .event(.turn(let page, let elements), let time, _):
      if let file, file.isFull(limits, at: time) || file.dropped > 0 {
        finish(at: time)
        begin(at: time)
      }
      file?.turn(to: page, elements, at: time)
    case .event(let event, let time, let seconds):
      file?.append(event, time, seconds, limit: limits.fileBytes)
      document.follow(event)
      if case .background = event { write() }
    }
  }

  private func begin(at time: Double) {
    fileCount += 1
    let name = String(
      format: "recording-%013.0f-%04d.inksession", Date().timeIntervalSince1970 * 1_000, fileCount)
    file = File(url: directory.appendingPathComponent(name), document: document, start: time)
  }

  private func finish(at time: Double) {
    guard let last = file?.latest else { return }
    file?.latest = max(last, time)
    write()
    file = nil
  }

  /// Writes the file as if it ended now: whole at any time, and replaced when there is more.
  private func write() {
    guard let file else { return }
    let text = file.text(app: app, policy: policy)
    try? Data(text.utf8).write(to: file.url, options: .atomic)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    let own = names.filter { $0.hasPrefix("recording-") && $0.hasSuffix(".inksession") }.sorted()
    for name in own.dropLast(limits.fileCount) {
      try? FileManager.default.removeItem(at: directory.appendingPathComponent(name))
    }
  }

  /// One file in the making: lines of JSON, in memory until it is written.
  private struct File {
    let url: URL, document: Document, start: Double
    var latest: Double, dropped = 0, isInBackground = false
    private var base: [UInt64: String] = [:], added: Set<UInt64> = [], page: UInt64?, byteCount = 0
    private var events: [(start: Int, line: String)] = [], saves: [(start: Int, line: String)] = []

    init(url: URL, document: Document, start: Double) {
      (self.url, self.document, self.start, latest) = (url, document, start, start)
      add("\"action\":\"open-document\"", start, 0)
    }

    func isFull(_ limits: Limits, at time: Double) -> Bool {
      byteCount > limits.fileBytes || time - start > limits.fileSeconds
    }

    mutating func turn(to page: UInt64, _ elements: [Element], at time: Double) {
      guard added.contains(page) || document.pages.contains(where: { $0.id == page }) else {
        return dropped += 1
      }
      if base[page] == nil, !added.contains(page) {
        let texts = elements.map { "{\(json($0))}" }.joined(separator: ",")
        base[page] = texts
        byteCount += texts.utf8.count
      }
      self.page = page
      add("\"action\":\"turn-to\",\"page\":\(hex(page))", time, 0)
    }

    mutating func append(_ event: Event, _ time: Double, _ seconds: Double, limit: Int) {
      guard dropped == 0, byteCount / 2 <= limit, event.page.map({ $0 == page }) ?? true else {
        return dropped += 1
      }
      if case .addPage(let page, _) = event { added.insert(page.id) }
      if case .background = event { isInBackground = true }
      if case .foreground = event { isInBackground = false }
      add(event.line(at: milliseconds(time)), time, seconds)
    }

    mutating func append(save: String, _ time: Double, _ seconds: Double, _ bytes: Int, _ error: String?) {
      let start = milliseconds(time)
      let error = error.map { quoted(String($0.unicodeScalars.prefix(250))) } ?? "null"
      let microseconds = whole(seconds * 1_000_000, 0, 1e15)
      saves.append(
        (
          start,
          "{\"start\":\(start),\"save\":\"\(save)\",\"microseconds\":\(microseconds),\"byteCount\":\(bytes),\"error\":\(error)}"
        ))
    }

    /// Events keep the order in which they came: one that began before the last began with it.
    private mutating func add(_ text: String, _ time: Double, _ seconds: Double) {
      let start = max(events.last?.start ?? 0, milliseconds(time))
      let duration = max(0, milliseconds(time + seconds) - start)
      let line = "{\"start\":\(start)\(duration > 0 ? ",\"duration\":\(duration)" : ""),\(text)}"
      events.append((start, line))
      byteCount += line.utf8.count
      latest = max(latest, time + seconds)
    }

    private func milliseconds(_ time: Double) -> Int { whole((time - start) * 1_000, 0, 1e12) }

    func text(app: String, policy: Policy) -> String {
      var copy = self
      if isInBackground { copy.add("\"action\":\"foreground\"", latest, 0) }
      copy.add("\"action\":\"close-document\"", latest, 0)
      let pages = document.pages.map { "{\"id\":\(hex($0.id)),\($0.size)}" }.joined(separator: ",")
      let assets = document.assetByteCounts.sorted { $0.key < $1.key }
        .map { "{\"id\":\(hex($0.key)),\"byteCount\":\($0.value)}" }.joined(separator: ",")
      let header = """
        {"schema":"inkbench-session/2","name":\(quoted(document.title)),\
        "origin":{"kind":"recorded","app":\(quoted(app))},"times":"recorded","seed":"1","digest":null,\
        "policy":{"trigger":"\(policy.trigger)","delayMilliseconds":\(policy.delayMilliseconds)},\
        "document":{"id":\(hex(document.id)),"title":\(quoted(document.title)),"pages":[\(pages)]},\
        "assets":[\(assets)],"base":{"inline":true},"eventCount":\(copy.events.count),"shapes":"original",\
        "saveCount":\(saves.count),"droppedEventCount":\(dropped)}
        """
      var lines = [header]
      // A page that was never in view is written empty.
      lines += document.pages.map { "{\"page\":\(hex($0.id)),\"elements\":[\(base[$0.id] ?? "")]}" }
      var rest = saves.sorted { $0.start < $1.start }[...]
      for event in copy.events {
        while let save = rest.first, save.start < event.start { lines.append(rest.removeFirst().line) }
        lines.append(event.line)
      }
      return (lines + rest.map(\.line)).joined(separator: "\n") + "\n"
    }
  }
}

extension SessionRecorder.Document {
  /// The list of pages and assets as it is after an event, for the next file.
  fileprivate mutating func follow(_ event: SessionRecorder.Event) {
    switch event {
    case .insertAsset(let id, let byteCount): assetByteCounts[id] = byteCount
    case .addPage(let page, let index): pages.insert(page, at: min(max(index, 0), pages.count))
    case .deletePage(let id): pages.removeAll { $0.id == id }
    case .movePage(let id, let index):
      guard let place = pages.firstIndex(where: { $0.id == id }) else { return }
      let page = pages.remove(at: place)
      pages.insert(page, at: min(max(index, 0), pages.count))
    default: break
    }
  }
}

extension SessionRecorder.Event {
  /// The page that the event edits.
  fileprivate var page: UInt64? {
    switch self {
    case .put(_, _, let page, _), .remove(_, let page, _), .replace(_, _, let page, _),
      .move(_, _, _, let page, _):
      page
    default: nil
    }
  }

  /// What the event takes of the queue; 0 for the few that say which page is which, which are never dropped.
  fileprivate var cost: Int {
    switch self {
    case .put(.stroke(let stroke), _, _, _): 1 + stroke.samples.count
    case .replace(_, let pieces, _, _): pieces.reduce(1) { $0 + $1.samples.count }
    case .turn, .addPage, .deletePage, .movePage, .insertAsset: 0
    default: 1
    }
  }

  fileprivate func line(at start: Int) -> String {
    func edit(_ action: String, _ page: UInt64, _ cause: String, _ rest: String) -> String {
      "\"action\":\"\(action)\",\"page\":\(hex(page)),\"cause\":\"\(cause)\",\(rest)"
    }
    switch self {
    case .put(let element, let index, let page, let cause):
      return edit("put", page, cause, "\"index\":\(index),\(json(element))")
    case .remove(let id, let page, let cause): return edit("remove", page, cause, "\"element\":\(hex(id))")
    case .replace(let id, let pieces, let page, let cause):
      let texts = pieces.map(json).joined(separator: ",")
      return edit("replace", page, cause, "\"element\":\(hex(id)),\"pieces\":[\(texts)]")
    case .move(let ids, let dx, let dy, let page, let cause):
      let names = ids.map(hex).joined(separator: ",")
      return edit("move", page, cause, "\"elements\":[\(names)],\"dx\":\(tenths(dx)),\"dy\":\(tenths(dy))")
    case .insertAsset(let id, let byteCount):
      return "\"action\":\"insert-asset\",\"asset\":\(hex(id)),\"byteCount\":\(byteCount)"
    case .turn(let page, _): return "\"action\":\"turn-to\",\"page\":\(hex(page))"
    case .addPage(let page, let index):
      return "\"action\":\"add-page\",\"page\":\(hex(page.id)),\"index\":\(index),\(page.size)"
        .replacingOccurrences(of: "\"createdMilliseconds\":0", with: "\"createdMilliseconds\":\(start)")
    case .deletePage(let page): return "\"action\":\"delete-page\",\"page\":\(hex(page))"
    case .movePage(let page, let index):
      return "\"action\":\"move-page\",\"page\":\(hex(page)),\"index\":\(index)"
    case .background, .foreground, .export: return "\"action\":\"\(self)\""
    }
  }
}

extension SessionRecorder.Page {
  fileprivate var size: String {
    "\"width\":\(tenths(width)),\"height\":\(tenths(height)),\"createdMilliseconds\":0"
  }
}

private func json(_ element: SessionRecorder.Element) -> String {
  switch element {
  case .stroke(let stroke): return "\"stroke\":\(json(stroke))"
  case .image(let image):
    return "\"image\":{\"id\":\(hex(image.id)),\"asset\":\(hex(image.asset)),\"x\":\(tenths(image.x)),"
      + "\"y\":\(tenths(image.y)),\"width\":\(tenths(image.width)),\"height\":\(tenths(image.height))}"
  }
}

/// Five numbers a sample: the first as they are, then the differences.
private func json(_ stroke: SessionRecorder.Stroke) -> String {
  var last = [0, 0, 0, 0, 0]
  var numbers: [String] = []
  for sample in stroke.samples {
    let now = [
      tenths(sample.x), tenths(sample.y), whole(sample.seconds * 1_000, 0, 4e9),
      whole(sample.pressure * 1_000, 0, 65_535), whole(sample.radius * 10, 0, 65_535),
    ]
    for index in now.indices { numbers.append(String(now[index] - last[index])) }
    last = now
  }
  let appData = stroke.appData.isEmpty ? "" : ",\"opaque\":\"\(stroke.appData.base64EncodedString())\""
  return
    "{\"id\":\(hex(stroke.id)),\"tool\":\"\(stroke.tool)\",\"colour\":\"\(String(format: "%08x", stroke.colour))\","
    + "\"width\":\(whole(stroke.width * 10, 0, 65_535)),\"points\":[\(numbers.joined(separator: ","))]\(appData)}"
}

private func tenths(_ points: Double) -> Int { whole(points * 10, -10_000_000, 10_000_000) }

/// The nearest integer within bounds; what is no number is the lower bound or 0.
private func whole(_ value: Double, _ least: Double, _ most: Double) -> Int {
  value.isNaN ? Int(max(least, 0)) : Int(min(max(value, least), most).rounded())
}

private func hex(_ id: UInt64) -> String {
  let digits = String(id, radix: 16)
  return "\"\(String(repeating: "0", count: 16 - digits.count))\(digits)\""
}

private func quoted(_ text: String) -> String {
  (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
}
