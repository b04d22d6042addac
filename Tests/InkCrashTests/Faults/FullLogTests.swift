import InkModel
import InkReport
import InkStorage
import InkTestFixtures
import Testing

@testable import InkCrash

/// Lives whose file calls need more room than there is are lived again, as if for the first time.
@Suite("Logs that are too small") struct FullLogTests {
  /// Room for a few calls.
  private static let logByteCount = 4_096

  /// A store of its own for each call: a log stays as large as it has grown.
  private func verdict(_ moment: FaultMoment, logByteCount: Int? = nil) throws -> LifeVerdict {
    let directory = try TemporaryDirectory.inMemory()
    let environment = StoreEnvironment(
      directory: directory.path + "/store", durability: .powerDurable,
      codec: try #require(BuiltInCodecs.named("packed")), seed: 3)
    try Platform.makeDirectory(environment.directory)
    var scene = try FaultScene(
      FaultBench.session, backend: ResyncingStore.self, environment: environment, place: directory.path)
    if let logByteCount { scene.logByteCount = logByteCount }
    return try scene.live(moment, nil)
  }

  @Test(
    "A life with a failed sync comes to the same verdict, however small the log",
    arguments: FaultSpan.allCases)
  func failedSync(span: FaultSpan) async {
    await #expect(processExitsWith: .success) { [span] in
      let tests = FullLogTests()
      for number in [1, 5, 9] {
        let moment = FaultMoment(.failedSync, span, at: number)
        let roomy = try tests.verdict(moment)
        #expect(roomy.faultsMet > 0)
        #expect(try tests.verdict(moment, logByteCount: Self.logByteCount) == roomy, "\(moment.text)")
      }
    }
  }

  @Test("The places within writes at which the background can end are the same, however small the log")
  func cutDeadline() async {
    await #expect(processExitsWith: .success) {
      func stretches(_ logByteCount: Int?) throws -> [Int] {
        let directory = try TemporaryDirectory.inMemory()
        let environment = StoreEnvironment(
          directory: directory.path + "/store", durability: .powerDurable,
          codec: try #require(BuiltInCodecs.named("packed")), seed: 3)
        try Platform.makeDirectory(environment.directory)
        var scene = try FaultScene(
          FaultBench.session, backend: OverwritingStore.self, environment: environment, place: directory.path)
        if let logByteCount { scene.logByteCount = logByteCount }
        return try scene.survey(.cutDeadline, nil)
      }
      let roomy = try stretches(nil)
      #expect(roomy.reduce(0, +) > 0)
      #expect(try stretches(Self.logByteCount) == roomy)
    }
  }
}
