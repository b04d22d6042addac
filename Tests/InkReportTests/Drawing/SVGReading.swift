import Foundation
import FoundationXML
import Testing

/// An SVG file as its elements, read by an XML parser.
struct SVGReading {
  struct Element: Equatable {
    var name: String
    /// Its own attributes over those of its groups.
    var attributes: [String: String]
    /// Which group it stands in, by number.
    var group: Int
    var text = ""
  }

  private(set) var elements: [Element] = []

  /// Fails if the bytes are no well-formed XML.
  init(_ bytes: [UInt8]) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = reader
    try #require(
      parser.parse(), "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "unknown")")
    elements = reader.elements
    #expect(!String(decoding: bytes, as: UTF8.self).lowercased().contains("nan"))
  }

  func named(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  var texts: [String] { named("text").map(\.text) }

  /// Every place at which a number stands where a length is meant.
  func lengths() throws -> [Double] {
    try elements.flatMap { element in
      try ["x", "y", "width", "height", "font-size", "stroke-width"].compactMap { element.attributes[$0] }
        .filter { $0 != "normal" }
        .map { text in try #require(Double(text.hasSuffix("pt") ? String(text.dropLast(2)) : text)) }
    }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var inherited: [[String: String]] = [[:]]
    private var open: [Int] = []
    private var groupCount = 0

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      if name == "g" { groupCount += 1 }
      let all = (inherited.last ?? [:]).merging(attributes) { $1 }
      inherited.append(name == "g" ? all : [:])
      open.append(elements.count)
      elements.append(Element(name: name, attributes: all, group: groupCount))
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      inherited.removeLast()
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let index = open.last { elements[index].text += text }
    }
  }
}

/// A straight line of a stroke as it is drawn, in tenths of a point.
struct DrawnLine: Hashable {
  var from: [Int]
  var to: [Int]
  var width: Int
}

extension SVGReading.Element {
  /// The lines of a stroke's path, made of `M`, `m`, `l` and `h0` only.
  func lines() throws -> [DrawnLine] {
    let width = try #require(attributes["stroke-width"].flatMap { Int($0) })
    var lines: [DrawnLine] = []
    var place = [0, 0]
    for (letter, numbers) in try commands() {
      let pairs = stride(from: 0, to: numbers.count, by: 2).map {
        Array(numbers[$0..<min($0 + 2, numbers.count)])
      }
      switch letter {
      case "M": place = numbers
      case "m": place = [place[0] + numbers[0], place[1] + numbers[1]]
      case "h":
        #expect(numbers == [0])
        lines.append(DrawnLine(from: place, to: place, width: width))
      case "l":
        for pair in pairs {
          let next = [place[0] + pair[0], place[1] + pair[1]]
          lines.append(DrawnLine(from: place, to: next, width: width))
          place = next
        }
      default: Issue.record("unknown path command \(letter)")
      }
    }
    return lines
  }

  private func commands() throws -> [(Character, [Int])] {
    var commands: [(Character, String)] = []
    for character in try #require(attributes["d"]) {
      if character.isLetter {
        commands.append((character, ""))
      } else {
        commands[commands.count - 1].1.append(character)
      }
    }
    return try commands.map { letter, text in
      let words = text.replacing("-", with: " -").split(separator: " ")
      return (letter, try words.map { try #require(Int($0)) })
    }
  }
}
