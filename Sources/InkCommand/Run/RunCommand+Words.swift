internal import InkModel
internal import InkReport

extension RunCommand {
  /// The command line that repeats the run, or the run that it is a shard of.
  func commandLine(of program: String, asShard: Bool = true) -> String {
    var words = [program, Self.name] + sessions
    if !backends.isEmpty { words += ["--backend", backends.joined(separator: ",")] }
    if !codecs.isEmpty { words += ["--codec", codecs.joined(separator: ",")] }
    if !durabilities.isEmpty {
      words += ["--durability", durabilities.map(\.rawValue).joined(separator: ",")]
    }
    words += ["--rounds", "\(rounds)", "--crash-trials", "\(crashTrials)"]
    words += ["--crash-states", "\(crashStates)"]
    if let seed { words += ["--seed", "\(seed)"] }
    if pace != .virtual { words += ["--pace", pace.rawValue] }
    if let store { words += ["--store", store] }
    if !devices.isEmpty { words += ["--device", devices.joined(separator: ",")] }
    if asShard, let shard { words += ["--shard", shard.text] }
    return words.map(Self.quoted).joined(separator: " ")
  }

  /// A word as a shell reads it.
  static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./,=:+@%".unicodeScalars.contains(scalar)
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
