import Foundation

/// Records what people do with a document, as session files that `inkbench` replays.
///
/// A call takes a lock, appends to a bounded queue and returns; encoding and writing happen on a thread of
/// low priority. If the queue or a file is full, what comes next is dropped and counted: later edits make no
/// sense without earlier ones, so the file ends there and the next one begins at the next page turn. Times
/// are seconds on the clock of `ProcessInfo.systemUptime`, which is that of `UITouch.timestamp`.
final class SessionRecorder: @unchecked Sendable {
  /// x, y and radius in points, seconds since pen-down, pressure from 0 to 1.
  struct Sample { var x, y, seconds, pressure, radius: Double }
  struct Stroke {
    var id: UInt64, tool = "pen", colour: UInt32 = 0xFF, width = 1.0, samples: [Sample], appData = Data()
  }
  struct Image { var id, asset: UInt64, x, y, width, height: Double }
  enum Element { case stroke(Stroke), image(Image) }
  struct Page { var id: UInt64, width, height: Double }
  struct Document { var id: UInt64, title = "", pages: [Page], assetByteCounts: [UInt64: Int] = [:] }
  enum Edit {
    case put(Element, index: Int), remove(UInt64), replace(UInt64, pieces: [Stroke])
    case move([UInt64], dx: Double, dy: Double)
  }
  enum Event {
    /// The cause is one of write, erase, partial-erase, lasso, insert, undo, redo.
    case edit(Edit, page: UInt64, cause: String)
    /// With what the page holds at that moment, in drawing order.
    case turn(to: UInt64, elements: [Element])
    case addPage(Page, index: Int), deletePage(UInt64), movePage(UInt64, to: Int)
    case insertAsset(UInt64, byteCount: Int), background, foreground, export
  }
  struct Limits { var queuedSamples = 100_000, fileBytes = 8 << 20, fileSeconds = 3_600.0, fileCount = 20 }
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

  /// Records a save of the app's own, for one of autosave, page-close, background, document-close or other.
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
  private let queue = DispatchQueue(label: "session-recorder", qos: .utility), lock = NSLock()
  private var queued: [Item] = [], queuedCost = 0, isScheduled = false
  private var file: File?, fileCount = 0

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
      end(at: file?.latest ?? time)
      begin(document, at: time)
    case .event(let event, let time, let seconds):
      if case .turn = event, let file, file.isFull(limits, at: time) {
        end(at: time)
        begin(file.document, at: time)
      }
      file?.append(event, time, seconds, byteLimit: limits.fileBytes)
      if case .background = event { write() }
    case .save(let reason, let time, let seconds, let bytes, let error):
      file?.append(save: reason, time, seconds, bytes, error)
    case .gap(let count): file?.dropped += count
    case .close(let time): end(at: time)
    }
  }

  private func begin(_ document: Document, at time: Double) {
    fileCount += 1
    let milliseconds = Date().timeIntervalSince1970 * 1_000
    let name = String(format: "recording-%013.0f-%04d.inksession", milliseconds, fileCount)
    file = File(url: directory.appendingPathComponent(name), document: document, start: time)
  }

  private func end(at time: Double) {
    guard let last = file?.latest else { return }
    file?.latest = max(last, time)
    write()
    file = nil
  }

  /// Writes the file as if it ended now: whole at any time, and replaced when there is more.
  private func write() {
    guard let file else { return }
    try? Data(file.text(app, policy).utf8).write(to: file.url, options: .atomic)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    let own = names.filter { $0.hasPrefix("recording-") && $0.hasSuffix(".inksession") }.sorted()
    for name in own.dropLast(limits.fileCount) {
      try? FileManager.default.removeItem(at: directory.appendingPathComponent(name))
    }
  }

  /// One file in the making: lines of JSON, in memory until it is written.
  private struct File {
    let url: URL, first: Document, start: Double
    /// As it is by now, and how the next file begins.
    private(set) var document: Document
    var latest: Double, dropped = 0
    private var base: [UInt64: String] = [:], page: UInt64?, isInBackground = false
    private var lines: [(start: Int, text: String)] = [], eventCount = 0, byteCount = 0, lastStart = 0

    init(url: URL, document: Document, start: Double) {
      (self.url, first, self.document, self.start, latest) = (url, document, document, start, start)
      add(#""action":"open-document""#, start, 0)
    }

    func isFull(_ limits: Limits, at time: Double) -> Bool {
      dropped > 0 || byteCount > limits.fileBytes || time - start > limits.fileSeconds
    }

    mutating func append(_ event: Event, _ time: Double, _ seconds: Double, byteLimit: Int) {
      defer { document.follow(event) }
      switch event {
      case _ where dropped > 0 || byteCount / 2 > byteLimit: return dropped += 1
      case .edit(_, let edited, _) where edited != page: return dropped += 1
      case .turn(let next, _) where !document.pages.contains { $0.id == next }: return dropped += 1
      case .turn(let next, let elements):
        page = next
        guard base[next] == nil else { break }
        base[next] = list(elements.map { "{\(json($0))}" })
        byteCount += base[next]?.utf8.count ?? 0
      case .background: isInBackground = true
      case .foreground: isInBackground = false
      default: break
      }
      add(json(event, at: milliseconds(time)), time, seconds)
    }

    mutating func append(save: String, _ time: Double, _ seconds: Double, _ bytes: Int, _ error: String?) {
      let start = milliseconds(time), length = whole(seconds * 1_000_000, 0, 1e15)
      let error = error.map { quoted(String($0.unicodeScalars.prefix(250))) } ?? "null"
      let text = #""save":"\#(save)","microseconds":\#(length),"byteCount":\#(bytes),"error":\#(error)"#
      lines.append((start, #"{"start":\#(start),\#(text)}"#))
    }

    /// Events keep the order in which they came: one that began before the last began with it.
    private mutating func add(_ text: String, _ time: Double, _ seconds: Double) {
      lastStart = max(lastStart, milliseconds(time))
      let duration = max(0, milliseconds(time + seconds) - lastStart)
      let line = #"{"start":\#(lastStart)\#(duration > 0 ? #","duration":\#(duration)"# : ""),\#(text)}"#
      lines.append((lastStart, line))
      eventCount += 1
      byteCount += line.utf8.count
      latest = max(latest, time + seconds)
    }

    private func milliseconds(_ time: Double) -> Int { whole((time - start) * 1_000, 0, 1e12) }

    func text(_ app: String, _ policy: Policy) -> String {
      var copy = self
      if isInBackground { copy.add(#""action":"foreground""#, latest, 0) }
      copy.add(#""action":"close-document""#, latest, 0)
      let pages = first.pages.map { #"{"id":\#(hex($0.id)),\#(json($0, created: 0))}"# }
      let assets = first.assetByteCounts.sorted { $0.key < $1.key }
        .map { #"{"id":\#(hex($0.key)),"byteCount":\#($0.value)}"# }
      let header = #"""
        {"schema":"inkbench-session/2","name":\#(quoted(first.title)),\#
        "origin":{"kind":"recorded","app":\#(quoted(app))},"times":"recorded","seed":"1","digest":null,\#
        "policy":{"trigger":"\#(policy.trigger)","delayMilliseconds":\#(policy.delayMilliseconds)},\#
        "document":{"id":\#(hex(first.id)),"title":\#(quoted(first.title)),"pages":\#(list(pages))},\#
        "assets":\#(list(assets)),"base":{"inline":true},"eventCount":\#(copy.eventCount),\#
        "shapes":"original","saveCount":\#(copy.lines.count - copy.eventCount),"droppedEventCount":\#(dropped)}
        """#
      // A page that was never in view is written empty. A save is reported when it is over: sorted in.
      let held = first.pages.map { #"{"page":\#(hex($0.id)),"elements":\#(base[$0.id] ?? "[]")}"# }
      let sorted = copy.lines.enumerated().sorted { ($0.1.start, $0.0) < ($1.1.start, $1.0) }
      return ([header] + held + sorted.map(\.element.text)).joined(separator: "\n") + "\n"
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
      let moved = pages.filter { $0.id == id }
      pages.removeAll { $0.id == id }
      pages.insert(contentsOf: moved, at: min(max(index, 0), pages.count))
    default: break
    }
  }
}

extension SessionRecorder.Event {
  /// What the event takes of the queue; 0 for the few that say which page is which, which are never dropped.
  fileprivate var cost: Int {
    switch self {
    case .edit(.put(.stroke(let stroke), _), _, _): 1 + stroke.samples.count
    case .edit(.replace(_, let pieces), _, _): pieces.reduce(1) { $0 + $1.samples.count }
    case .turn, .addPage, .deletePage, .movePage, .insertAsset: 0
    default: 1
    }
  }
}

private func json(_ event: SessionRecorder.Event, at start: Int) -> String {
  switch event {
  case .edit(let edit, let page, let cause): #"\#(json(edit)),"page":\#(hex(page)),"cause":"\#(cause)""#
  case .turn(let page, _): #""action":"turn-to","page":\#(hex(page))"#
  case .addPage(let page, let index):
    #""action":"add-page","page":\#(hex(page.id)),"index":\#(index),\#(json(page, created: start))"#
  case .deletePage(let page): #""action":"delete-page","page":\#(hex(page))"#
  case .movePage(let page, let index): #""action":"move-page","page":\#(hex(page)),"index":\#(index)"#
  case .insertAsset(let id, let count): #""action":"insert-asset","asset":\#(hex(id)),"byteCount":\#(count)"#
  case .background, .foreground, .export: #""action":"\#(event)""#
  }
}

private func json(_ edit: SessionRecorder.Edit) -> String {
  switch edit {
  case .put(let element, let index): #""action":"put","index":\#(index),\#(json(element))"#
  case .remove(let id): #""action":"remove","element":\#(hex(id))"#
  case .replace(let id, let pieces):
    #""action":"replace","element":\#(hex(id)),"pieces":\#(list(pieces.map(json)))"#
  case .move(let ids, let dx, let dy):
    #""action":"move","elements":\#(list(ids.map(hex))),"dx":\#(tenths(dx)),"dy":\#(tenths(dy))"#
  }
}

private func json(_ page: SessionRecorder.Page, created: Int) -> String {
  #""width":\#(tenths(page.width)),"height":\#(tenths(page.height)),"createdMilliseconds":\#(created)"#
}

private func json(_ element: SessionRecorder.Element) -> String {
  switch element {
  case .stroke(let stroke): #""stroke":\#(json(stroke))"#
  case .image(let image):
    #""image":{"id":\#(hex(image.id)),"asset":\#(hex(image.asset)),"x":\#(tenths(image.x)),"#
      + #""y":\#(tenths(image.y)),"width":\#(tenths(image.width)),"height":\#(tenths(image.height))}"#
  }
}

/// Five numbers a sample: the first as they are, then the differences.
private func json(_ stroke: SessionRecorder.Stroke) -> String {
  var last = [0, 0, 0, 0, 0], points: [String] = []
  for sample in stroke.samples {
    let (time, pressure) = (whole(sample.seconds * 1_000, 0, 4e9), whole(sample.pressure * 1_000, 0, 65_535))
    let now = [tenths(sample.x), tenths(sample.y), time, pressure, whole(sample.radius * 10, 0, 65_535)]
    points += zip(now, last).map { String($0 - $1) }
    last = now
  }
  let appData = stroke.appData.isEmpty ? "" : #","opaque":"\#(stroke.appData.base64EncodedString())""#
  return
    #"{"id":\#(hex(stroke.id)),"tool":"\#(stroke.tool)","colour":"\#(String(format: "%08x", stroke.colour))","#
    + #""width":\#(whole(stroke.width * 10, 0, 65_535)),"points":\#(list(points))\#(appData)}"#
}

private func list(_ texts: [String]) -> String { "[\(texts.joined(separator: ","))]" }

private func tenths(_ points: Double) -> Int { whole(points * 10, -10_000_000, 10_000_000) }

/// The nearest integer within bounds; what is no number is the lower bound or 0.
private func whole(_ value: Double, _ least: Double, _ most: Double) -> Int {
  value.isNaN ? Int(max(least, 0)) : Int(min(max(value, least), most).rounded())
}

private func hex(_ id: UInt64) -> String { String(format: "\"%016llx\"", id) }

private func quoted(_ text: String) -> String {
  (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
}
