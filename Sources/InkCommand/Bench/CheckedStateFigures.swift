internal import InkCrash
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkStorage
internal import InkTap

/// How many crash states a second are put on disk, recovered, compared, opened again and removed, on one core.
enum CheckedStateFigures: FigureMeter {
  static let names = ["crash.checked.snapshot", "crash.checked.journal", "crash.checked.sqlite"]

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let backend = try bench.backend(String(name.dropFirst("crash.checked.".count)))
    let codec = try bench.codec("packed")
    let session = try BenchPages.referenceSession()
    let plan = ReplayPlan(session)
    let environment = StoreEnvironment(
      directory: "\(bench.directory)/\(name)", durability: .powerDurable, codec: codec, seed: 1)
    do {
      let states = try states(session, backend, environment)
      var checker = try StateChecker(session: session, plan: plan, backend: backend, environment: environment)
      checker.watch()
      defer { Tap.watch(directory: bench.directory, roles: []) }
      var rates: [Double] = []
      var outcomes: [Outcome: Int] = [:]
      for _ in 0..<9 {
        let start = Clock.nanoseconds()
        for state in states {
          let observation = try checker.observe(state)
          let verdict = observation.verdict(
            for: ReplayProgress(acknowledgedStep: 0, begunStep: plan.steps.count), by: checker.history,
            unit: backend.traits.unit)
          outcomes[verdict.outcome, default: 0] += 1
        }
        rates.append(Double(states.count) / (Double(Clock.nanoseconds() - start) / 1e9))
      }
      var measurement = Measurement.median(of: rates)
      measurement.remark = "\(states.count) \(outcomes) \(states.last?.files.map { "\($0.path) \($0.bytes.count)" } ?? [])"
      return measurement
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
  }

  private static func states(
    _ session: Session, _ backend: any StorageBackend.Type, _ environment: StoreEnvironment
  ) throws -> [StoreImage] {
    try StoreCopy.makeDirectory(environment.directory)
    try BaseBuilder.build(session.base, with: backend, in: environment)
    let store = try backend.init(environment)
    let id = session.base.document.pages[0].id
    _ = try store.openDocument(session.base.document.id)
    var page = Page(id: id)
    try store.openPage(id, into: &page)
    var states: [StoreImage] = []
    var last = read(environment.directory)
    for event in session.events {
      guard case .edit(_, let edit, _) = event.action else { continue }
      try page.apply(edit, from: session.arena)
      try store.save(
        ChangeSet(
          reason: .autosave, timeMilliseconds: 1,
          pages: [PageChange(page: page, edits: [edit], arena: session.arena)]))
      let now = read(environment.directory)
      states.append(now)
      for (index, file) in now.files.enumerated() {
        guard let old = last.files.first(where: { $0.path == file.path }), old.bytes.count < file.bytes.count
        else { continue }
        for part in 1..<8 {
          var cut = now
          cut.files[index].bytes.removeLast((file.bytes.count - old.bytes.count) * part / 8)
          if file.path.hasSuffix(".content") {
            cut = last
            cut.files.append(.init(path: file.path + ".tmp", bytes: Array(file.bytes.prefix(file.bytes.count * part / 8))))
          }
          states.append(cut)
        }
      }
      last = now
    }
    return states.filter { $0.files.allSatisfy { !$0.path.hasSuffix("-wal") || $0.bytes.count <= 65536 } }
  }

  private static func read(_ directory: String) -> StoreImage {
    var image = StoreImage()
    func walk(_ path: String) {
      for name in (try? SystemCallsShim.names(directory + path)) ?? [] {
        let child = path + "/" + name
        if let sub = try? SystemCallsShim.names(directory + child) {
          _ = sub
          image.directories.append(String(child.dropFirst()))
          walk(child)
        } else {
          if child.hasSuffix("-shm") { continue }
          var buffer = ByteBuffer()
          _ = Platform.read(directory + child, into: &buffer)
          var bytes: [UInt8] = []
          unsafe buffer.bytes.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
          image.files.append(.init(path: String(child.dropFirst()), bytes: bytes))
        }
      }
    }
    walk("")
    return image
  }
}

import FoundationEssentials
enum SystemCallsShim {
  static func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
