internal import InkModel
internal import InkSimulation

/// The pages and recordings that figures are measured on, made by the simulator.
enum BenchPages {
  static let pageDStrokes = 1_500
  static let pageDPointsPerStroke = 164

  /// Page D: 1,500 strokes of 164 points of joined-up writing.
  static func pageD() throws(CommandFailure) -> Page {
    try page(strokes: pageDStrokes, pointCounts: Array(repeating: pageDPointsPerStroke, count: pageDStrokes))
  }

  /// The article's recording: 21 strokes, 3,400 points.
  static func referenceRecording() throws(CommandFailure) -> Page {
    let strokes = 21
    let points = 3_400
    let counts = (0..<strokes).map { points / strokes + ($0 < points % strokes ? 1 : 0) }
    return try page(strokes: strokes, pointCounts: counts)
  }

  /// The article's recording as a session on an empty page, which is saved after each stroke.
  static func referenceSession() throws(CommandFailure) -> Session {
    let page = try referenceRecording()
    let document = DocumentInfo(
      id: DocumentID(rawValue: 1), title: "Benchmark", pages: [PageInfo(id: page.id)])
    var events = [
      Event(startMilliseconds: 0, action: .openDocument),
      Event(startMilliseconds: 0, action: .turnTo(page.id)),
    ]
    for (index, element) in page.elements.enumerated() {
      events.append(
        Event(
          startMilliseconds: UInt64(index + 1) * 1_000,
          action: .edit(page.id, .put(element, index: index), cause: .write)))
    }
    events.append(
      Event(startMilliseconds: UInt64(events.count) * 1_000, action: .closeDocument))
    return Session(
      name: "bench", origin: .imported(format: "bench", file: "none"), times: .synthetic, seed: 1,
      policy: SavePolicy(trigger: .perStroke, delayMilliseconds: 0),
      base: .inline(document, pages: [Page(id: page.id)]), events: events, arena: page.arena)
  }

  /// A page of so many strokes of given lengths, each cut from a simulated stroke that is at least as long.
  private static func page(strokes: Int, pointCounts: [Int]) throws(CommandFailure) -> Page {
    let source = try joinedUp(pages: sourcePages)
    var result = Page(id: PageID(rawValue: 1))
    var page = Page(id: PageID(rawValue: 0))
    for index in 0..<sourcePages {
      do { try source.fill(&page, index: index) } catch {
        throw CommandFailure(.internalError, error.description)
      }
      for case .stroke(let stroke) in page.elements {
        let number = result.elements.count
        guard number < strokes else { return result }
        guard Int(stroke.points.count) >= pointCounts[number] else { continue }
        let points = page.points(of: stroke)
        result.appendStroke(
          id: ElementID(rawValue: UInt64(number + 1)), ink: stroke.ink,
          points: points.extracting(0..<pointCounts[number]), opaque: page.opaque(of: stroke))
      }
    }
    throw CommandFailure(.internalError, "the simulator's strokes are too short for the benchmark page")
  }

  private static let sourcePages = 64

  /// Pages of joined-up writing, as the simulator makes them.
  static func joinedUp(pages: Int) throws(CommandFailure) -> any PageSource {
    let json = """
      {"schema": "inkbench-workload/1", "name": "bench", "about": "Joined-up writing for the project's figures.",
       "document": {"basePages": \(pages)}, "hand": {"style": "cursive"}}
      """
    do {
      return try Simulator.base(fromWorkloadJSON: json, seed: 1).source
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
  }
}
