import InkCommand
import InkTestFixtures
import Testing

@Suite("Where a report goes") struct ReportPlaceTests {
  @Test(
    "A workload's name never leads out of Reports",
    arguments: [
      ("../../x", "-..-..-x-"), ("a/b", "a-b-"), (".hidden", "-.hidden-"), ("Übung 1", "Übung 1-"),
    ])
  func name(name: String, folder: String) throws {
    let directory = try TemporaryDirectory()
    let rest = #""about":"A name.","session":{"strokes":5}"#
    let text = #"{"schema":"inkbench-workload/1","name":"\#(name)",\#(rest)}"#
    _ = try directory.write(Array(text.utf8), to: "named.json")
    let session = try Session(words: ["run", "named.json", "--dry-run"], directory: directory.path)
    #expect(session.errors == "")
    #expect(session.output.contains("\(directory.path)/Reports/\(folder)"), "\(session.output)")
  }
}
