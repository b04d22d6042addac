import Foundation
import Testing

/// The articles on recording and privacy against the code that they speak of.
@Suite("The article on recording") struct ArticleTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("The article has the recorder that is compiled and tested here, letter for letter")
  func recorder() throws {
    let source = try String(
      contentsOf: Self.package.appending(path: "Tests/RecorderSnippet/SessionRecorder.swift"), encoding: .utf8
    )
    let article = Self.package.appending(path: "Sources/InkCommand/InkBench.docc/RecordingSessions.md")
    var text = try String(contentsOf: article, encoding: .utf8)
    let start = try #require(text.range(of: "```swift\nimport Foundation\n"))
    let end = try #require(text.range(of: "```\n", range: start.upperBound..<text.endIndex))
    let shown = text.index(start.lowerBound, offsetBy: "```swift\n".count)..<end.lowerBound
    if ProcessInfo.processInfo.environment["INKBENCH_UPDATE_GOLDEN"] == "1" {
      text.replaceSubrange(shown, with: source)
      try text.write(to: article, atomically: true, encoding: .utf8)
      return
    }
    #expect(text[shown] == source)
  }
}
