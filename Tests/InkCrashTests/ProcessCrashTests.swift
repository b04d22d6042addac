import InkCrash
import InkReplay
import Testing

/// Where only the process ends, everything up to a moment is there.
@Suite struct ProcessCrashTests {
  @Test("Each call is there or not, in order, and a write may be there in part with the file grown so far")
  func prefixes() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("A"))]))
    log.create("t")
    log.write("t", [UInt8](repeating: 0x78, count: 5_000))
    log.sync("t")
    log.rename("t", "a")
    var expected: Set<String> = ["a=A", "a=A t=", "a=[5000×78]"]
    for length in stride(from: 512, through: 4_608, by: 512) { expected.insert("a=A t=[\(length)×78]") }
    expected.insert("a=A t=[5000×78]")
    #expect(try log.model().outcomes(profile("process-crash")) == expected)
  }

  @Test("What was done before an acknowledgement is there after it")
  func acknowledged() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("A"))]))
    log.write("a", bytes("x"), at: 0)
    log.acknowledge(1)
    log.write("a", bytes("y"), at: 0)
    let model = try log.model()
    let outcomes = (0...1).map { step in
      model.outcomes(profile("process-crash")) { $0.progress.acknowledgedStep == step }
    }
    #expect(outcomes == [["a=A", "a=x"], ["a=x", "a=y"]])
  }

  @Test("A write longer than a set of operations is cut at each of its blocks and units all the same")
  func longWrite() throws {
    var log = LogBuilder()
    log.create("t")
    let count = 520 * 4_096
    log.write("t", [UInt8](repeating: 0x78, count: count))
    let model = try log.model()
    let profile = profile("process-crash")
    var digests: Set<StateDigest> = []
    var states = 0
    var images = CrashImages(model: model, profile: profile)
    let exploration = CrashExploration(model: model, profile: profile, bounds: ExplorationBounds(), seed: 1)
    let counts = exploration.run { state in
      digests.insert(state.digest)
      states += 1
      if states % 997 == 0 { #expect(images.image(of: state).digest == state.digest) }
      return true
    }
    // Nothing, the empty file, and a file for each multiple of the unit.
    #expect(digests.count == 2 + count / 512)
    #expect(counts.generated == states)
    #expect(counts.exhaustiveEpochs == counts.epochs && counts.windowedEpochs == 0)
  }

  @Test("The shared memory of a database is there after the process, and gone after the system")
  func sharedMemory() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a.db", bytes: bytes("A"))]))
    log.create("a.db-shm")
    log.write("a.db-shm", bytes("s"))
    log.write("a.db", bytes("x"), at: 0)
    let model = try log.model()
    #expect(
      model.outcomes(profile("process-crash"))
        == ["a.db=A", "a.db-shm= a.db=A", "a.db-shm=s a.db=A", "a.db-shm=s a.db=x"])
    #expect(model.outcomes(profile("os-crash")) == ["a.db=A", "a.db=x"])
    #expect(model.outcomes(profile("data-journal")) == ["a.db=A", "a.db=x"])
  }
}
