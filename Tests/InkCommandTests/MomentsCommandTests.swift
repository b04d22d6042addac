import InkCommand
import InkReport
import InkTestFixtures
import Testing

@Suite("The command 'moments'") struct MomentsCommandTests {
  static let refusals: [(line: String, sentence: String)] = [
    ("moments --library 0", "'--library' takes numbers from 1 to 100000, not 0"),
    ("moments --library 10,ten", "'--library' takes a whole number, not 'ten'"),
    ("moments --moment open-pages", "unknown value 'open-pages' for '--moment': did you mean 'open-page'?"),
    ("moments --repeat 2", "'--repeat' takes a number from 3 to 1000, not '2'"),
    ("moments --backend shelf", "unknown backend 'shelf'"),
    ("moments --durability forever", "unknown value 'forever' for '--durability'"),
  ]

  @Test("What can't be measured is refused in one sentence", arguments: refusals)
  func refusal(line: String, sentence: String) throws {
    let session = try Session(line)
    #expect(session.code == .usage)
    #expect(session.errors.contains(sentence), "\(session.errors)")
  }

  @Test("A session file has no library and no twenty pages, so a workload is asked for")
  func sessionFile() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write(Array("{\"schema\":\"inkbench-session/1\"".utf8), to: "a.inksession")
    let session = try Session(words: ["moments", "a.inksession"], directory: directory.path)
    #expect(session.code == .usage)
    #expect(
      session.errors.contains("moments are measured on the pages of a workload, and 'a' is a session file"))
  }

  @Test("Moments of a kind come in their order, warm before cold, sizes from small to large")
  func list() {
    let names = Moment.all(of: [.export, .listLibrary, .backgroundFlush], librarySizes: [2, 30]).map(\.name)
    #expect(
      names == [
        "list-library-2", "list-library-2-cold", "list-library-30", "list-library-30-cold",
        "background-flush-1", "background-flush-5", "background-flush-20", "export",
      ])
  }
}
