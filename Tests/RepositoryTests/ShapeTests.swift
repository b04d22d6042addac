import Foundation
import Testing

@Suite struct ShapeTests {
  /// A longer file does more than one thing.
  static let linesMax = 500
  /// What an app gets as one file has to be one; but for that it would be five.
  static let longFiles = ["Sources/InkDevice/DeviceReplay.swift": 800]
  /// Half of all files are shorter than this.
  static let medianMax = 150

  @Test("No file is longer than 500 lines, and half are much shorter")
  func lengths() {
    let files = ["Sources", "Tests"].flatMap {
      Repository.files(under: $0, endings: ["swift", "c", "h", "md", "py"])
    }
    for file in files {
      #expect(file.lines.count - 1 <= Self.longFiles[file.path] ?? Self.linesMax, "\(file.path)")
    }
    let swift = files.filter { $0.path.hasSuffix(".swift") }.map { $0.lines.count - 1 }.sorted()
    #expect(swift[swift.count / 2] <= Self.medianMax)
  }

  @Test("No comment is wider than 110 columns, which the formatter does not look at")
  func commentWidth() {
    for file in ["Sources", "Tests"].flatMap({ Repository.files(under: $0, endings: ["swift"]) }) {
      for (number, line) in file.lines.enumerated() where line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(line.count <= 110, "\(file.path):\(number + 1)")
      }
    }
  }

  @Test("The top level holds what the README explains and nothing else")
  func topLevel() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path())
    let visible = Set(names.filter { !$0.hasPrefix(".") })
    let known: Set = ["Package.swift", "Sources", "Tests", "Workloads", "Reports", "README.md"]
    #expect(visible.subtracting(known).isEmpty)
    #expect(visible.isSuperset(of: ["Package.swift", "Sources", "Tests", "README.md"]))
  }

  @Test("Every text file ends with one newline")
  func endings() {
    let places = ["Sources", "Tests", "Workloads", "README.md", ".ci/run"]
    // The inks among the tests' resources and the fuzzer's inputs are damaged on purpose, and stores are as
    // backends wrote them.
    let inks = ["xopp", "xoj", "inkml"]
    let folders = ["/StoreCorpus/", "/FuzzCorpus/"]
    for file in places.flatMap({ Repository.files(under: $0) })
    where !inks.contains(where: { file.path.hasSuffix(".\($0)") })
      && !folders.contains(where: { file.path.contains($0) })
    {
      #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.path)")
    }
  }
}
