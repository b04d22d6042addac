internal import InkModel
internal import InkReport
internal import InkRun

/// Writes command lines that repeat a failure.
struct Repeating {
  let program: String
  /// The word that the user gave for each session, by the session's name.
  let words: [String: String]
  let strokes: Int?

  /// The command that checks one session of a case again.
  func command(_ row: SeedRequest.Case, file: String?, seed: UInt64?) -> String {
    let operand = file ?? words[row.name.workload] ?? row.name.workload
    var line = [program, RunCommand.name, operand, "--check-only"]
    if file == nil, let seed {
      line += ["--seed", "\(seed)", "--seeds", "1"]
      if let strokes { line += ["--strokes", "\(strokes)"] }
    }
    line += ["--backend", row.name.backend]
    if let codec = row.name.codec { line += ["--codec", codec] }
    if row.name.durability != .processCrash { line += ["--durability", row.name.durability.rawValue] }
    return line.joined(separator: " ")
  }
}
