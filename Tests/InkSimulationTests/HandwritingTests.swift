import InkModel
import InkSimulation
import Testing

/// Compares generated ink with documented handwriting, row by row, over twenty writers on fixed seeds.
@Suite("Handwriting statistics") struct HandwritingTests {
  /// Text of a hand, without figures; made once for all rows.
  static func measure(_ style: HandStyle) -> InkStatistics {
    var workload = GeneratedPageTests.workload(style, strokes: 100, pages: 1)
    workload.page.diagramShare = 0
    workload.document.basePagesWithImageShare = 0
    var ink = InkStatistics()
    for seed in 1...20 {
      let source = GeneratedPages(workload, seed: UInt64(seed))
      guard let page = try? GeneratedPageTests.page(source, 0) else { continue }
      for case .stroke(let stroke) in page.elements where stroke.ink.tool == .pen {
        ink.add(stroke, in: page.arena, hasTimes: true, hasPressure: true)
      }
    }
    return ink
  }

  static let print = RealInk.compare(measure(.print), isJoined: false)
  static let cursive = RealInk.compare(measure(.cursive), isJoined: true)

  @Test("Printed writing is like real ink", arguments: print.map(\.quantity))
  func printed(quantity: String) throws {
    let row = try #require(Self.print.first { $0.quantity == quantity })
    #expect(row.isWithin == true, "\(row.generated ?? .nan) \(row.unit) instead of \(row.real)")
  }

  @Test("Joined-up writing is like real ink", arguments: cursive.map(\.quantity))
  func joinedUp(quantity: String) throws {
    let row = try #require(Self.cursive.first { $0.quantity == quantity })
    #expect(row.isWithin == true, "\(row.generated ?? .nan) \(row.unit) instead of \(row.real)")
  }

  /// Pauses between strokes with nothing else between them, over twelve sessions of the default workload.
  static let pauses: [RealInk.Comparison] = {
    var ink = InkStatistics()
    for seed in 1...12 {
      guard let session = try? Simulator.session(of: Workload(), seed: UInt64(seed)) else { continue }
      var penUp: UInt64?
      for event in session.events {
        guard case .edit(_, .put, .write) = event.action else {
          penUp = nil
          continue
        }
        if let penUp { ink.addGap(seconds: Double(event.startMilliseconds - penUp) / 1_000) }
        penUp = event.startMilliseconds + UInt64(event.durationMilliseconds)
      }
    }
    return RealInk.comparePauses(ink)
  }()

  @Test("Pauses between strokes are like those of people who compose", arguments: pauses.map(\.quantity))
  func pause(quantity: String) throws {
    let row = try #require(Self.pauses.first { $0.quantity == quantity })
    #expect(row.isWithin == true, "\(row.generated ?? .nan) \(row.unit) instead of \(row.real)")
  }

  @Test("Every comparison has a source and a range, and one that is far off is told apart")
  func comparisons() {
    #expect(Self.print.count > 25 && Self.cursive.count > 25 && Self.pauses.count == 4)
    for row in Self.print + Self.cursive + Self.pauses {
      #expect(!row.source.isEmpty && row.real.upperBound > 0)
    }
    // The same measures of a pen that is dragged along a ruler are nothing like handwriting.
    let ruler = (0..<200).map {
      SamplePoint(x: Int32($0 * 3), y: 0, t: UInt32($0 * 4), pressure: 500, radius: 10)
    }
    var ink = InkStatistics()
    ink.add(ruler.span, hasTimes: true, hasPressure: true)
    let wrong = RealInk.compare(ink, isJoined: false).filter { $0.isWithin != true }
    #expect(wrong.count > 15)
  }

  @Test("Typical pages have the documented number of strokes")
  func strokesPerPage() throws {
    var workload = Workload()
    workload.document.basePages = 60
    let source = GeneratedPages(workload, seed: 4)
    let counts = try (0..<60).map { try GeneratedPageTests.page(source, $0).elements.count }.sorted()
    #expect(abs(Double(counts[30]) / 150 - 1) <= 0.25)
    #expect(counts[59] <= 2_500)
  }
}
