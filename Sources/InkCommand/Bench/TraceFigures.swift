internal import InkModel
internal import InkRun
internal import InkSimulation
internal import InkTap
internal import InkTrace

/// How fast session files are read.
///
/// Method. A session of a million samples is written once, without compression. Reading it is timed from
/// opening the file to the session in memory, its digest checked, and the fastest of several times counts.
/// Its base is empty, so that all of the time goes to the file.
enum TraceFigures: FigureMeter {
  static let names = ["trace.load"]

  private static let points = 1_000_000
  private static let repetitions = 9

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let path = bench.directory + "/million.inksession"
    do throws(RunError) { try StoreCopy.makeDirectory(bench.directory) } catch { throw CommandFailure(error) }
    defer { StoreCopy.remove(path) }
    var speeds: [Double] = []
    do throws(TraceError) {
      try SessionFile.write(try session(), to: path)
      guard let bytes = Platform.size(ofFileAt: path) else {
        throw TraceError(.unreadable, file: path, "has just been written and is not there")
      }
      for _ in 0..<repetitions {
        let start = Clock.nanoseconds()
        let session = try SessionFile.read(path) { (_, _) throws(PageSourceError) in
          throw PageSourceError("the pages stand in the file")
        }
        guard session.arena.points.count >= points else {
          throw TraceError(.malformed, file: path, "lost samples")
        }
        speeds.append(Double(bytes) * 1e3 / Double(Clock.nanoseconds() - start))
      }
    } catch {
      throw CommandFailure(error)
    }
    return .of(speeds.max() ?? 0, spreadOf: speeds)
  }

  /// A writer who fills pages with joined-up writing until a million samples are there.
  private static func session() throws(TraceError) -> Session {
    do {
      let source = try BenchPages.joinedUp(pages: pages)
      let info = PageInfo(id: PageID(rawValue: 1))
      var session = Session(
        name: "million", origin: .recorded(app: "bench"), times: .simulated, seed: 1,
        base: .inline(
          DocumentInfo(id: DocumentID(rawValue: 1), title: "Million", pages: [info]),
          pages: [Page(id: info.id)]))
      var time: UInt64 = 0
      func add(_ action: Action, lasting: UInt32 = 0) {
        session.events.append(
          Event(startMilliseconds: time, durationMilliseconds: lasting, action: action))
        time += UInt64(lasting) + 200
      }
      add(.openDocument)
      add(.turnTo(info.id))
      var page = Page(id: PageID(rawValue: 0))
      var count = 0
      for index in 0..<pages where session.arena.points.count < points {
        try source.fill(&page, index: index)
        for case .stroke(let stroke) in page.elements {
          var written = session.arena.adopt(stroke, from: page.arena)
          written.id = ElementID(rawValue: UInt64(count + 1))
          let duration = session.arena.points[written.points.indices].last?.t ?? 0
          add(.edit(info.id, .put(.stroke(written), index: count), cause: .write), lasting: duration)
          count += 1
        }
      }
      add(.closeDocument)
      return session
    } catch {
      throw TraceError(.malformed, file: "the benchmark's session", "can't be made: \(error)")
    }
  }

  /// Enough for a million samples; the rest is not made.
  private static let pages = 400
}
