package import InkModel

/// Turns workloads into bases and sessions; the same workload and seed give the same bytes on every machine.
package enum Simulator {
  /// The document that a workload's session begins with; no page is made yet.
  package static func base(of workload: Workload, seed: UInt64) -> Base {
    var random = SplitMix64(seed: seed, keys: StreamKey.document)
    let pages = (0..<workload.document.basePages).map {
      PageInfo(id: GeneratedPages.pageID($0), canvas: workload.canvas)
    }
    // 53 bits, so that the id survives programs that read JSON numbers as doubles.
    let document = DocumentInfo(
      id: DocumentID(rawValue: random.next() >> 11), title: workload.document.title, pages: pages)
    return Base(
      document: document, assets: BaseImages(workload, seed: seed).assets,
      origin: .workload(json: workload.canonicalText), source: GeneratedPages(workload, seed: seed))
  }

  /// The base that a session file names by a workload's text and a seed.
  package static func base(fromWorkloadJSON json: String, seed: UInt64) throws(WorkloadError) -> Base {
    base(of: try Workload(json: json), seed: seed)
  }

  /// The session that a workload and a seed stand for.
  ///
  /// Takes time with the strokes written, not with the pages of the base: those are made as they are touched.
  package static func session(of workload: Workload, seed: UInt64) throws(SimulationError) -> Session {
    let base = base(of: workload, seed: seed)
    var writer = SessionWriter(workload, seed: seed, base: base)
    do throws(EditError) {
      try writer.run()
    } catch {
      throw SimulationError("workload '\(workload.name)', seed \(seed): \(error)")
    }
    return Session(
      name: workload.name, origin: .simulated(workload: workload.name), times: .simulated, seed: seed,
      policy: workload.policy, base: base, events: writer.events, arena: writer.arena)
  }
}

/// A defect of the simulator: an edit that does not fit the page it was made for.
package struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  init(_ description: String) { self.description = "the simulator made an impossible edit; " + description }
}
