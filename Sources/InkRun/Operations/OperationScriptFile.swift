internal import FoundationEssentials
package import InkModel
package import InkReport

/// The script of one case, as a run keeps it beside its report.
package struct OperationScriptFile: Codable, Hashable, Sendable {
  package static let schema = "inkbench-operations/1"
  /// Where the scripts of a run lie, in its output directory.
  package static let directoryName = "operations"

  package private(set) var schema = Self.schema
  package var name: CaseName
  package var script: OperationScript

  package init(name: CaseName, script: OperationScript) {
    self.name = name
    self.script = script
  }

  private enum CodingKeys: String, CodingKey {
    case schema, script
    case name = "case"
  }

  /// Where the script of each case of a run lies; no two share a path.
  package static func paths(of names: [CaseName], in outputDirectory: String) -> [CaseName: String] {
    var taken: Set<String> = []
    var paths: [CaseName: String] = [:]
    for name in names where paths[name] == nil {
      let stem = stem(of: name)
      var free = stem
      var number = 2
      while !taken.insert(free).inserted {
        free = "\(stem)-\(number)"
        number += 1
      }
      paths[name] = "\(outputDirectory)/\(directoryName)/\(free).json"
    }
    return paths
  }

  /// A case's name as that of a file: a workload may be called anything.
  private static func stem(of name: CaseName) -> String {
    let plain = name.text.unicodeScalars.map { scalar in
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      return isPlain || "-_.".unicodeScalars.contains(scalar) ? Character(scalar) : "-"
    }
    return plain.first == "." ? "-" + String(plain) : String(plain)
  }

  /// Writes the file whole, or not at all; its directory is made if it is not there.
  package func write(to path: String) throws(RunError) {
    let directory = URL(filePath: path).deletingLastPathComponent().path
    try Platform.makeDirectories(directory)
    // Only if it is empty: a run that could keep no script leaves nothing.
    defer { Platform.removeEmptyDirectory(directory) }
    do {
      try JSONEncoder().encode(self).write(to: URL(filePath: path), options: .atomic)
    } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
      throw .diskFull("'\(path)' can't be written because the disk is full")
    } catch {
      throw .input("'\(path)' can't be written: \(error)")
    }
  }

  /// Reads a script that a run kept.
  package static func read(_ path: String) throws(RunError) -> OperationScriptFile {
    let json: [UInt8]
    do throws(RunError) { json = try Platform.readFile(path) } catch {
      throw .input("'\(path)' can't be read: run the case again to record its file calls")
    }
    let file: Self
    do throws(JSONRefusal) {
      try StrictJSON.require(schema: schema, of: json, advice: "run the case again")
      // Not key by key: a script can have a million calls, and nobody writes one by hand.
      file = try StrictJSON.decode(from: json)
    } catch {
      throw .input("'\(path)' is no list of file calls of this program: \(error.reason)")
    }
    guard file.script.isConsistent else {
      throw .input("'\(path)' names a file that it does not have: run the case again")
    }
    return file
  }
}

extension OperationScript {
  /// Whether every operation names a file that has a first length.
  fileprivate var isConsistent: Bool {
    let files = initialLengths.indices
    return steps.allSatisfy { step in
      step.operations.allSatisfy { operation in
        files.contains(operation.file) && operation.target.map(files.contains) ?? true
      }
    }
  }
}
