import InkModel
import InkReplay
import InkReport
import InkRun
import InkStorage
import InkTap
import InkTestFixtures
import InkTrace
import Testing

@testable import InkCrash

extension CrashEndToEnd {
  @Suite("Processes that end, against the model") struct EndedProcessTests {
    @Test(
      "A process that ends at any call, or amid any write, leaves the state that the model says",
      arguments: ["snapshot", "journal", "sqlite"])
    func agreement(name: String) throws {
      let recorded = try RecordedCase(name)
      let points = EndedProcesses.points(in: recorded.recording.entries)
      #expect(points.count > 20 && points.contains(where: \.isWriteCut))
      try recorded.processes.check(points, against: recorded.recording)

      let model = try recorded.recording.model()
      var explored: Set<StateDigest> = []
      let exploration = CrashExploration(
        model: model, profile: .processCrash, bounds: ExplorationBounds(), seed: 1)
      _ = exploration.run { state in
        explored.insert(state.digest)
        return true
      }
      for point in points where !point.isWriteCut {
        #expect(explored.contains(model.state(endingAt: point).digest), "call \(point.operation)")
      }
    }

    @Test("A recording that tells of other bytes than were written is found out, with the call and the file")
    func disagreement() throws {
      var recorded = try RecordedCase("snapshot")
      let place = try #require(
        recorded.recording.entries.lastIndex {
          if case .operation(let call) = $0 { call.kind == .write && call.size > 100 } else { false }
        })
      guard case .operation(var call) = recorded.recording.entries[place] else { return }
      call.contents[call.contents.startIndex + 7] ^= 1
      recorded.recording.entries[place] = .operation(call)
      let points = EndedProcesses.points(in: recorded.recording.entries)
      let behind = try #require(points.first { $0.operation > call.number })
      let error = #expect(throws: RunError.self) {
        try recorded.processes.check([behind], against: recorded.recording)
      }
      let sentence = error?.description ?? ""
      #expect(
        sentence.contains(
          "a process that was ended before \(CallText(recorded.recording.entries).sentence(of: behind.operation))"
        ))
      #expect(sentence.contains("or others from byte 7 on"), "\(sentence)")
      try recorded.processes.check([points[0]], against: recorded.recording)
    }

    @Test("A store that writes where no recording sees it is not explored, and the report says why")
    func unseen() throws {
      let bench = try Bench(strokes: 4)
      let run = try bench.run(
        [
          "crash", "tiny.json", "--backend", "unseen", "--durability", "process-crash", "--faults", "0",
          "--output", "out",
        ],
        program: "BrokenBench")
      #expect(run.status == 3, "\(run.errors)")
      let row = try #require(try CrashReport.read(bench.path("out/verdicts.json")).cases.first)
      #expect(row.profiles.isEmpty && row.endedProcesses == 0)
      #expect(row.notExplored?.contains("left another store than the model says") == true)
      let xml = String(decoding: try bench.directory.read("out/crash.xml"), as: UTF8.self)
      #expect(xml.contains("<error message=\"a process that was ended"), "\(xml)")

      let beside = try bench.run(
        [
          "crash", "tiny.json", "--backend", "snapshot,unseen", "--durability", "process-crash", "--profile",
          "process-crash", "--budget", "100", "--faults", "0", "--output", "both",
        ],
        program: "BrokenBench")
      #expect(beside.status == 3, "a store without a verdict is no success: \(beside.errors)")
      #expect(try CrashReport.read(bench.path("both/verdicts.json")).cases.map(\.hasFailed) == [false, true])
    }

    @Test("Points are spread evenly, and no more than there are")
    func spread() {
      let points = (1...10).map { CrashPoint(operation: $0, isWriteCut: false) }
      #expect(EndedProcesses.spread(points, count: 4).map(\.operation) == [2, 4, 7, 9])
      #expect(EndedProcesses.spread(points, count: 99) == points)
      #expect(EndedProcesses.spread([], count: 4) == [])
    }
  }
}

/// A few events of a store, recorded in a process of its own.
private struct RecordedCase {
  let directory: TemporaryDirectory
  var recording: CrashRecording
  let processes: EndedProcesses

  init(_ name: String) throws {
    directory = try TemporaryDirectory.inMemory()
    let bench = try Bench(strokes: 4)
    let json = String(decoding: try bench.directory.read(Bench.workloadName + ".json"), as: UTF8.self)
    let whole = try SessionReference.workload(json: json, seed: 7).load()
    let session = try #require(
      whole.crashExcerpt(eventsMax: 3).withSmallBase(elementsPerPage: 2, assetByteCountMax: 5_000))
    let path = directory.path + "/session.inksession"
    try SessionFile.write(session, to: path)
    let backend = try #require(BuiltInBackends.named(name))
    let runCase = RunCase(
      session: 0,
      name: CaseName(
        workload: session.name, backend: name, codec: backend.traits.usesCodec ? "packed" : nil,
        durability: .powerDurable),
      backend: backend)
    let launcher = ChildLauncher(
      executable: try Built.path(of: "inkbench"), words: ["child"], interruption: Interruption())
    recording = try CrashRecorder(launcher: launcher, place: directory.path).record(
      runCase, session: .file(path: path), seed: session.seed)
    processes = EndedProcesses(
      runCase, session: .file(path: path), seed: session.seed, place: directory.path, launcher: launcher)
  }
}
