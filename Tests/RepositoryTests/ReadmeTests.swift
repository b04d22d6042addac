import Foundation
import InkCommand
import Testing

@Suite struct ReadmeTests {
  @Test("Every link to a file of the repository leads there")
  func links() throws {
    let readme = try #require(Repository.readme)
    var count = 0
    for match in readme.text.matches(of: /\]\(([^)\s]+)\)/) {
      let target = String(match.output.1)
      guard !target.contains("://") else { continue }
      count += 1
      if target.hasPrefix("#") {
        #expect(Self.anchors(of: readme).contains(String(target.dropFirst())), "no heading for \(target)")
      } else {
        let file = Repository.root.appending(path: String(target.prefix { $0 != "#" }))
        #expect(FileManager.default.fileExists(atPath: file.path()), "\(target)")
      }
    }
    #expect(count > 0)
  }

  @Test("The table of exit codes is the program's")
  func exitCodes() throws {
    let readme = try #require(Repository.readme)
    let rows = readme.text.matches(of: /\n\| (\d+) \| ([^|]+) \|/).map { "\($0.output.1): \($0.output.2)" }
    #expect(rows == ExitCode.allCases.map { "\($0.rawValue): \($0.meaning)" })
  }

  @Test("The program understands every command line of the README")
  func commandLines() throws {
    let readme = try #require(Repository.readme)
    let lines = Self.commandLines(in: readme.text)
    #expect(lines.count > 3)
    let registry = try Registry.standard()
    for words in lines {
      #expect(throws: Never.self, "\(words.joined(separator: " "))") {
        try CommandTable.standard.parseOnly(words, registry: registry)
      }
    }
  }

  @Test("Command lines are found in every block of the README, behind other commands and in quotes")
  func findingCommandLines() throws {
    let text = """
      inkbench outside a block
      ```sh
      swift build && swift run -c release inkbench run    # not inkbench list
      inkbench compare a \\
        b
      docker run -w /inkbench bash -c 'swift run inkbench help'
      ```
      """
    #expect(Self.commandLines(in: text) == [["run"], ["compare", "a", "b"], ["help"]])
    let readme = try #require(Repository.readme)
    #expect(Self.commandLines(in: readme.text).contains(["run", "--store", "/store/bench"]))
  }

  /// The words after the last `inkbench` of each command line in the blocks of some Markdown.
  static func commandLines(in text: String) -> [[String]] {
    text.matches(of: /```sh\n([\s\S]*?)```/).flatMap { block in
      block.output.1.replacing("\\\n", with: " ").split(separator: "\n").compactMap { line in
        let words = line.prefix { $0 != "#" }.replacing("'", with: " ").split(separator: " ").map(String.init)
        guard let place = words.lastIndex(of: "inkbench") else { return nil }
        return Array(words[(place + 1)...])
      }
    }
  }

  private static func anchors(of file: Repository.File) -> Set<String> {
    let headings = file.lines.filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" || $0 == " " }.lowercased()
    }
    return Set(
      headings.map { heading in
        heading.filter { $0.isLetter || $0.isNumber || " -".contains($0) }.replacing(" ", with: "-")
      })
  }
}
