internal import Glibc

/// Carries out scripts; its steps stand in the extensions, by family.
final class Probe {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  typealias Step = (Probe, [String]) throws -> Void

  let store: String
  var descriptors: [String: Int32] = [:]
  var output = ""

  init(store: String) { self.store = store }

  func run(_ script: String) throws {
    for line in script.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let verb = words.first else { continue }
      guard let step = Self.steps[verb] else { throw Failure(description: "no step '\(verb)'") }
      do {
        try step(self, Array(words.dropFirst()))
      } catch {
        throw Failure(description: "\(line): \(error)")
      }
    }
  }

  /// Takes a step that may fail, and reports what it answered: `try NAME STEP …`, 0 for success.
  private static func trying(_ probe: Probe, _ words: [String]) throws {
    guard let step = steps[words[1]] else { throw Failure(description: "no step '\(words[1])'") }
    do {
      try step(probe, Array(words.dropFirst(2)))
      probe.report(words[0], 0)
    } catch let failure as Failure {
      guard let code = failure.description.wholeMatch(of: /errno (\d+)/)?.output.1 else { throw failure }
      probe.report(words[0], code)
    }
  }

  private static var steps: [String: Step] {
    let families = [fileSteps, nameSteps, bypassSteps, engineSteps, tapSteps, ["try": trying]]
    return families.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  func path(_ word: String) -> String { word.hasPrefix("@") ? store + word.dropFirst() : word }

  func descriptor(_ name: String) throws -> Int32 {
    if name == "cwd" { return AT_FDCWD }
    guard let descriptor = descriptors[name] else { throw Failure(description: "no descriptor '\(name)'") }
    return descriptor
  }

  func number(_ word: String) throws -> Int {
    guard let number = Int(word) else { throw Failure(description: "'\(word)' is no number") }
    return number
  }

  func bytes(_ word: String) throws -> [UInt8] {
    (0..<(try number(word))).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
  }

  /// Throws unless a call succeeded.
  @discardableResult
  func check<Result: SignedInteger>(_ result: Result) throws -> Result {
    guard result >= 0 else { throw Failure(description: "errno \(errno)") }
    return result
  }

  func report(_ key: String, _ value: some CustomStringConvertible) { output += "\(key) \(value)\n" }

  static func print(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = unsafe write(descriptor, bytes, bytes.count)
  }
}
