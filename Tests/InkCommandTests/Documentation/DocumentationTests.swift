import Foundation
import InkSimulation
import Testing

/// The articles that are written from the program itself, against the files of the catalogue.
///
/// `INKBENCH_UPDATE_GOLDEN=1 swift test --filter DocumentationTests` writes them anew.
@Suite struct DocumentationTests {
  @Test("The reference of workload files is the parameter table's")
  func reference() throws { try expect(WorkloadReference.text, in: WorkloadReference.file) }

  @Test("The list of workloads is the library's, with the sizes that it simulates to")
  func catalogue() throws { try expect(WorkloadCatalogue.text(), in: WorkloadCatalogue.file) }

  @Test("The reference says what each section is about, and shows every law with all of its fields")
  func completeness() throws {
    for parameter in Parameter.table {
      #expect(WorkloadReference.about[parameter.section]?.isEmpty == false, "\(parameter.section)")
    }
    for law in Distribution.laws {
      let fields = law.fields.map { "`\($0)`" }.joined(separator: ", ")
      #expect(WorkloadReference.beginning.contains("| `\(law.name)` | \(fields) |"))
      #expect(WorkloadReference.beginning.contains("\"\(law.name)\": {"))
    }
  }

  @Test("Every workload that an article shows can be read")
  func examples() throws {
    let landing = try String(contentsOf: Self.folder.appending(path: "InkBench.md"), encoding: .utf8)
    let text = landing + WorkloadReference.text
    let examples = text.matches(of: /```json\n([\s\S]*?)```/).map { String($0.output.1) }
    #expect(examples.count == 5)
    for example in examples {
      #expect(throws: Never.self, "\(example)") { try Workload(json: example) }
    }
  }

  private func expect(_ text: String, in name: String) throws {
    let file = Self.folder.appending(path: name)
    if ProcessInfo.processInfo.environment["INKBENCH_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let golden = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = [text, golden].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    #expect(lines[0].count == lines[1].count)
    for (found, expected) in zip(lines[0], lines[1]) { #expect(found == expected) }
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/InkCommand/InkBench.docc")
}
