internal import InkModel
internal import InkReport
internal import InkRun
internal import InkStorage

/// The cases of a run: every session against every backend, with each codec and durability class it has.
struct CaseList {
  private(set) var cases: [RunCase] = []
  /// One sentence for each combination that the user named and that does not exist.
  private(set) var omissions: [String] = []

  init(
    sessions: [String], backends: [any StorageBackend.Type], codecs: [any PageCodec],
    durabilities: [Durability]
  ) {
    for (index, session) in sessions.enumerated() {
      for durability in durabilities {
        for backend in backends {
          let traits = backend.traits
          guard traits.durabilities.contains(durability) else {
            omissions.append("\(traits.name) does not claim \(durability.rawValue); left out")
            continue
          }
          for codec in traits.usesCodec ? codecs.map(\.name) : [nil] {
            let name = CaseName(
              workload: session, backend: traits.name, codec: codec, durability: durability)
            cases.append(RunCase(session: index, name: name, backend: backend))
          }
        }
      }
    }
  }
}
