import FoundationEssentials
@testable import InkCommand
import InkReport
import InkTestFixtures
import Testing

@Suite("'merge', by what shards leave") struct MergeCommandTests {
  private let directory: TemporaryDirectory
  private let backends = ["snapshot", "journal"]

  init() throws { directory = try TemporaryDirectory.inMemory() }

  /// The directory of a shard with one case, with its report.
  private func shard(_ number: Int, of count: Int? = nil) throws -> KeptRun {
    let run = KeptRun([backends[number - 1]], in: directory.path + "/shard-\(number)")
    let shard = try #require(Shard(number: number, of: 2))
    try run.writeReport(
      shard: ReportShard(
        shard, wholeCommand: "inkbench run meeting", wholeCases: backends.map { KeptRun.name($0) })
    ) { record in
      if let count { record.shard?.count = count }
    }
    return run
  }

  private func merge() throws -> Session {
    try Session(
      words: ["merge", "shard-1", "shard-2", "--output", "merged"], directory: directory.path)
  }

  private var merged: KeptRun { KeptRun(backends, in: directory.path + "/merged") }

  private func keptScripts() throws -> [String] {
    let place = directory.path + "/merged/operations"
    return (try? FileManager.default.contentsOfDirectory(atPath: place).sorted()) ?? []
  }

  @Test("Scripts that an earlier merge left don't pass for those of this one, and others' files stay")
  func staleScripts() throws {
    for number in 1...2 { try shard(number).writeScript(of: backends[number - 1]) }
    #expect(try merge().code == .success)
    let names = ["journal", "snapshot"].map { "meeting-\($0)-packed-power-durable.json" }
    #expect(try keptScripts() == names)
    // The second time a shard has kept nothing of its case.
    try FileManager.default.removeItem(atPath: shard(2).path(of: "journal"))
    _ = try directory.write([1], to: "merged/operations/mine.txt")
    let again = try merge()
    #expect(again.code == .success, "\(again.errors)")
    #expect(try keptScripts() == [names[1], "mine.txt"])
    let price = try Session(
      words: ["device", "price", "merged", "--device", "emmc-tablet"], directory: directory.path)
    #expect(
      price.output.contains("`journal/packed` is not modelled: The run kept no record of its file calls."))
  }

  @Test("A merge does not go where a shard lies, under whatever name: its scripts would be taken for stale")
  func ownInput() throws {
    let runs = [try shard(1), try shard(2)]
    for (run, backend) in zip(runs, backends) { try run.writeScript(of: backend) }
    try FileManager.default.moveItem(
      atPath: runs[0].directory + "/report.json", toPath: runs[0].directory + "/mine.json")
    let session = try Session(
      words: ["merge", "shard-1/mine.json", "shard-2", "--output", "shard-1"], directory: directory.path)
    #expect(session.code == .usage)
    #expect(session.errors.contains("'shard-1' holds the report 'shard-1/mine.json' that is merged; give"))
    #expect(FileManager.default.fileExists(atPath: runs[0].path(of: backends[0])))
  }

  @Test("Calls of another case under a shard's name are not merged")
  func otherCase() throws {
    try shard(1).writeScript(of: "snapshot", as: "journal")
    _ = try shard(2)
    let session = try merge()
    #expect(session.code == .malformedInput)
    #expect(
      session.errors.contains("holds the file calls of meeting journal/packed power-durable"),
      "\(session.errors)")
  }

  @Test("A shard of none, or of more than there can be, is refused at once")
  func hostileShards() throws {
    _ = try shard(2)
    for count in [0, 1_000_000_000_000_000] {
      _ = try shard(1, of: count)
      let session = try merge()
      #expect(session.code == .notComparable)
      #expect(
        session.errors.contains("'shard-1' says that it is shard 1/\(count), which can't be"),
        "\(session.errors)")
    }
  }
}
