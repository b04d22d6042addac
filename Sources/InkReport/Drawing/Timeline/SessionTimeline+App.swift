internal import InkModel

/// The lanes of what the app did: which page was in view, and whether the document was open.
extension SessionTimeline {
  /// Draws the number that the page in view had in the document when it was turned to.
  func paintPages(with painter: inout TimelinePainter) {
    let visits = visits()
    guard let first = visits.map(\.number).min(), let last = visits.map(\.number).max() else { return }
    let rows = last - first + 1
    let height = rows == 1 ? 140 : min(rows * 110, 660)
    let top = painter.lane(
      "page in view", details: [rows == 1 ? "\(first)" : "\(first) to \(last)"], height: height)
    let rowHeight = max(height / rows, 30)
    var bars: [Bar] = []
    for visit in visits {
      let share = rows == 1 ? 0 : Double(visit.number - first) / Double(rows - 1)
      let place = painter.scale.place(of: visit.time.lowerBound)
      bars.append(
        Bar(
          x: place, y: top + Int(share * Double(height - rowHeight)),
          width: max(painter.scale.place(of: visit.time.upperBound) - place, 10), height: rowHeight))
    }
    painter.bars(bars, colour: "#6b5bb5")
    guard rowHeight >= 90 else { return painter.rule() }
    for (visit, bar) in zip(visits, bars) where bar.width >= 60 + 70 * "\(visit.number)".count {
      painter.text(
        "\(visit.number)", x: bar.x + 50, y: bar.y + bar.height / 2 + 33, size: 90, colour: "#ffffff")
    }
    painter.rule()
  }

  private struct Visit {
    var number: Int
    var time: ClosedRange<UInt64>
  }

  private func visits() -> [Visit] {
    var order = pages
    var visits: [Visit] = []
    var view: (number: Int, since: UInt64)?
    func leave(at time: UInt64) {
      if let view { visits.append(Visit(number: view.number, time: view.since...max(time, view.since))) }
      view = nil
    }
    for event in events {
      let time = event.startMilliseconds
      switch event.action {
      case .turnTo(let page):
        leave(at: time)
        if let index = order.firstIndex(of: page) { view = (index + 1, time) }
      case .addPage(let page, let index): order.insert(page.id, at: min(max(index, 0), order.count))
      case .deletePage(let page): order.removeAll { $0 == page }
      case .movePage(let page, let index):
        guard let from = order.firstIndex(of: page) else { continue }
        order.remove(at: from)
        order.insert(page, at: min(max(index, 0), order.count))
      case .terminateAndRelaunch, .closeDocument: leave(at: time)
      default: continue
      }
    }
    leave(at: events.map(\.endMilliseconds).max() ?? 0)
    return visits
  }

  /// Draws when the document was open, when the app was in the background, and what it was asked for.
  func paintApp(with painter: inout TimelinePainter) {
    let height = 170
    let top = painter.lane("app", details: [], height: height)
    var spans: [AppState: [ClosedRange<UInt64>]] = [:]
    var marks: [String: [UInt64]] = [:]
    var (state, since): (AppState?, UInt64) = (nil, 0)
    func enter(_ next: AppState?, at time: UInt64) {
      if let state { spans[state, default: []].append(since...max(time, since)) }
      (state, since) = (next, time)
    }
    for event in events {
      let time = event.startMilliseconds
      switch event.action {
      case .openDocument, .foreground: enter(.open, at: time)
      case .background: enter(.background, at: time)
      case .closeDocument: enter(nil, at: time)
      case .terminateAndRelaunch: enter(.open, at: time)
      default: break
      }
      if let name = event.action.markName { marks[name, default: []].append(time) }
    }
    enter(nil, at: events.map(\.endMilliseconds).max() ?? 0)
    for state in AppState.allCases {
      guard let spans = spans[state] else { continue }
      painter.bars(
        spans.map { TimelineColumns.bar($0, share: 0.6, top: top, height: height, painter.scale) },
        colour: state.colour)
      painter.key(state.colour, state.rawValue, in: "app")
    }
    for (name, colour) in Self.markColours {
      guard let times = marks[name] else { continue }
      let bars = times.map {
        Bar(x: painter.scale.place(of: $0) - 15, y: top, width: 30, height: height)
      }
      painter.bars(bars, colour: colour)
      painter.key(colour, name, in: "app")
    }
    painter.rule()
  }

  private enum AppState: String, CaseIterable {
    case open = "document open"
    case background = "in the background"

    var colour: String {
      switch self {
      case .open: "#a9c9b0"
      case .background: "#b5b5ae"
      }
    }
  }

  private static let markColours = [
    ("ended and relaunched", "#b03a48"), ("page added", "#2e8b57"), ("page deleted", "#c8641e"),
    ("page moved", "#a8438f"), ("library listed", "#2f6fb0"), ("exported", "#8a6d1b"),
  ]
}

extension Action {
  /// What the legend calls the action, if the lane of the app marks it.
  fileprivate var markName: String? {
    switch self {
    case .terminateAndRelaunch: "ended and relaunched"
    case .addPage: "page added"
    case .deletePage: "page deleted"
    case .movePage: "page moved"
    case .listLibrary: "library listed"
    case .export: "exported"
    case .edit, .insertAsset, .turnTo, .background, .foreground, .openDocument, .closeDocument: nil
    }
  }
}
