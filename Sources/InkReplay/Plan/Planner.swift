internal import InkModel

/// Turns events into steps, keeping the app's save timer.
///
/// Method. Time is the session's. An edit counts from its end (pen-up). The timer follows the policy:
/// `debounce` is set anew at each change and may fire while the next stroke is being drawn; `idle` is the
/// same, but pen-down cancels it; `periodic` fires at whole multiples of its interval while there are
/// changes; `per-stroke` saves at each change. `maxWait` bounds the first two from the oldest unsaved change.
/// Leaving the page, going to the background and closing the document always save. A pause of half a second
/// or more in the foreground, in which nothing else happens, is offered to the store as idle time.
struct Planner {
  private(set) var steps: [Step] = []
  private(set) var lossWindowMilliseconds: UInt64 = 0
  private(set) var savedStrokeCount = 0

  private let policy: SavePolicy
  private var timer: UInt64?
  private var dirtyPages: [PageID] = []
  private var unsavedStrokeCount = 0
  private var oldestChange: UInt64?
  private var openPage: PageID?
  private var isOpen = false
  private var isInBackground = false
  /// The end of the last thing that happened.
  private var now: UInt64 = 0

  /// Shorter pauses are the rhythm of writing and no time for deferred work.
  private static let shortestIdleMilliseconds: UInt64 = 500

  init(policy: SavePolicy) { self.policy = policy }

  mutating func take(_ event: Event, index: Int) {
    pass(to: event)
    switch event.action {
    case .edit(let page, _, _):
      add(.edit(event: index), at: event.endMilliseconds)
      if event.isWrittenStroke { unsavedStrokeCount += 1 }
      changed(page, at: event.endMilliseconds)
    case .insertAsset(let asset, let byteCount):
      add(.insertAsset(asset, byteCount: byteCount), at: event.startMilliseconds)
    case .turnTo(let page): turn(to: page, at: event.startMilliseconds)
    case .addPage(let page, let place): add(.addPage(page, index: place), at: event.startMilliseconds)
    case .deletePage(let page): add(.deletePage(page), at: event.startMilliseconds)
    case .movePage(let page, let place): add(.movePage(page, to: place), at: event.startMilliseconds)
    case .background:
      save(.background, at: event.startMilliseconds)
      add(.background, at: event.startMilliseconds)
      isInBackground = true
    case .foreground: isInBackground = false
    case .terminateAndRelaunch:
      add(.terminateAndRecover, at: event.startMilliseconds)
      openPage = nil
      isInBackground = false
    case .openDocument:
      add(.openDocument, at: event.startMilliseconds)
      isOpen = true
    case .closeDocument: close(at: event.startMilliseconds)
    case .listLibrary: add(.listLibrary, at: event.startMilliseconds)
    case .export: add(.export, at: event.startMilliseconds)
    }
    now = max(now, event.endMilliseconds)
  }

  /// Closes what the session left open.
  mutating func finish() {
    if isOpen { close(at: now) }
  }

  /// Lets time pass until an event takes effect: fires the timer where it is due, and offers pauses.
  private mutating func pass(to event: Event) {
    if case .edit = event.action {
      offerIdle(until: event.startMilliseconds)
      if policy.trigger == .idle { penDown(at: event.startMilliseconds) }
      fire(until: event.endMilliseconds)
    } else {
      offerIdle(until: event.startMilliseconds)
    }
  }

  private mutating func penDown(at time: UInt64) {
    // Only the longest wait goes on while the pen is down.
    timer = longestWait.map { max($0, time) }
  }

  private var longestWait: UInt64? {
    guard let oldestChange, let wait = policy.maxWaitMilliseconds else { return nil }
    return oldestChange + UInt64(wait)
  }

  private mutating func fire(until time: UInt64) {
    guard let due = timer, due <= time else { return }
    save(.autosave, at: due)
  }

  private mutating func offerIdle(until time: UInt64) {
    let saveCount = steps.count
    let due = timer
    fire(until: time)
    guard isOpen, !isInBackground, !steps.isEmpty else { return }
    let from = steps.count > saveCount ? max(now, due ?? now) : now
    guard time >= from + Self.shortestIdleMilliseconds else { return }
    add(.idle(milliseconds: time - from), at: from)
  }

  private mutating func changed(_ page: PageID, at time: UInt64) {
    if !dirtyPages.contains(page) { dirtyPages.append(page) }
    let isFirst = oldestChange == nil
    if isFirst { oldestChange = time }
    let delay = UInt64(policy.delayMilliseconds)
    switch policy.trigger {
    case .perStroke: save(.autosave, at: time)
    case .periodic: if isFirst { timer = delay == 0 ? time : (time / delay + 1) * delay }
    case .debounce, .idle: timer = min(time + delay, longestWait.map { max($0, time) } ?? .max)
    }
  }

  private mutating func save(_ reason: SaveReason, at time: UInt64) {
    timer = nil
    guard !dirtyPages.isEmpty else { return }
    add(.save(reason, pages: dirtyPages), at: time)
    if let oldestChange, time > oldestChange {
      lossWindowMilliseconds = max(lossWindowMilliseconds, time - oldestChange)
    }
    savedStrokeCount += unsavedStrokeCount
    unsavedStrokeCount = 0
    dirtyPages.removeAll()
    oldestChange = nil
  }

  private mutating func turn(to page: PageID, at time: UInt64) {
    guard page != openPage else { return }
    leavePage(.pageClose, at: time)
    add(.openPage(page), at: time)
    openPage = page
  }

  private mutating func leavePage(_ reason: SaveReason, at time: UInt64) {
    save(reason, at: time)
    guard let page = openPage else { return }
    add(.closePage(page), at: time)
    openPage = nil
  }

  private mutating func close(at time: UInt64) {
    leavePage(.documentClose, at: time)
    add(.closeDocument, at: time)
    isOpen = false
  }

  private mutating func add(_ action: Step.Action, at time: UInt64) {
    steps.append(Step(startMilliseconds: time, action: action))
  }
}
