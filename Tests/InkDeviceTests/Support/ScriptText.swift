import Foundation
import InkDevice
import InkModel
import InkReport
import InkTestFixtures

/// Scripts as text, and texts that were tampered with.
enum ScriptText {
  static func exported(_ scripts: [OperationScript]) -> [UInt8] {
    var export = OperationExport(kernelBytesPerSecond: 1e9)
    for (index, script) in scripts.enumerated() { export.add(script, named: "case \(index)") }
    return export.text()
  }

  /// The text with one piece replaced and the hash made right again, so that only the piece can be refused.
  static func forged(_ text: [UInt8], _ old: String, _ new: String) -> [UInt8] {
    let lines = String(decoding: text, as: UTF8.self).replacing(old, with: new).split(separator: "\n")
    let body = lines.dropLast().joined(separator: "\n") + "\n"
    let hash = body.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Array((body + #"{"fnv1a":"\#(String(hash, radix: 16))"}"# + "\n").utf8)
  }

  /// A replay of a text; the script lies in the directory, files are made in its subdirectory `disk`.
  static func replay(_ text: [UInt8], in directory: TemporaryDirectory) throws -> DeviceReplay {
    let script = try directory.write(text, to: "saves.inkio")
    let disk = directory.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    return try DeviceReplay(script: URL(filePath: script), directory: URL(filePath: disk))
  }

  /// Why a text is refused; nil if it is not.
  static func refusal(of text: [UInt8], in directory: TemporaryDirectory) throws -> String? {
    do {
      _ = try replay(text, in: directory)
      return nil
    } catch let failure as DeviceReplay.Failure { return failure.description }
  }
}
