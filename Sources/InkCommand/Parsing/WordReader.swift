internal import InkModel

/// Reads the words after a command's name, from left to right.
///
/// Options are long only, given as `--key=value` or `--key value`; a value that begins with `--` needs the
/// first form, because otherwise a forgotten value would swallow the next option. `--` ends the options. An
/// option may be given once unless it takes a list. Everything else is an operand, in the order of the table.
struct WordReader<Root: Command> {
  private var command = Root()
  private var words: ArraySlice<String>
  private var given: Set<String> = []
  private var operands: [String] = []

  init(_ words: some Sequence<String>) { self.words = ArraySlice(words) }

  /// The command with everything that the words say.
  consuming func read() throws(UsageError) -> Root {
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        break
      } else if word.hasPrefix("--") {
        try readOption(word)
      } else if word.hasPrefix("-"), word != "-" {
        throw UsageError("unknown option '\(word)': options are spelt out, such as '--help'")
      } else {
        operands.append(word)
      }
    }
    try storeOperands()
    try checkOptions()
    return command
  }

  private mutating func readOption(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count == 2 ? String(parts[1]) : nil
    let options = Root.arguments.filter { !$0.summary.isOperand }
    guard let option = options.first(where: { $0.summary.name == name }) else {
      let known = options.map(\.summary.name) + ["--help"]
      throw UsageError("unknown option '\(name)': \(suggestion(for: name, among: known))")
    }
    guard given.insert(name).inserted || option.summary.isRepeatable else {
      throw UsageError("'\(name)' is given twice")
    }
    try option.store(&command, value(of: option.summary, attached: attached))
  }

  private mutating func value(of option: ArgumentSummary, attached: String?) throws(UsageError) -> String {
    guard case .option = option.form else {
      guard attached == nil else { throw UsageError("'\(option.name)' takes no value") }
      return ""
    }
    if let attached {
      guard !attached.isEmpty else { throw UsageError("'\(option.name)' needs a value: \(option.spelling)") }
      return attached
    }
    guard let next = words.first, !next.isEmpty else {
      throw UsageError("'\(option.name)' needs a value: \(option.spelling)")
    }
    guard !next.hasPrefix("--") else {
      throw UsageError(
        "'\(option.name)' needs a value: \(option.spelling) (one that begins with '--' is given as "
          + "'\(option.name)=\(next)')")
    }
    words.removeFirst()
    return next
  }

  private func checkOptions() throws(UsageError) {
    for option in Root.arguments.map(\.summary) where option.isRequired && !option.isOperand {
      guard given.contains(option.name) else {
        throw UsageError("'\(option.name)' is missing: \(option.spelling)")
      }
    }
  }

  private mutating func storeOperands() throws(UsageError) {
    var left = ArraySlice(operands)
    for operand in Root.arguments where operand.summary.isOperand {
      guard !left.isEmpty else {
        guard !operand.summary.isRequired else { throw UsageError("\(operand.summary.name) is missing") }
        continue
      }
      repeat {
        try operand.store(&command, left.removeFirst())
      } while operand.summary.isRepeatable && !left.isEmpty
    }
    guard let extra = left.first else { return }
    let taken = Root.arguments.map(\.summary).filter(\.isOperand).map(\.spelling)
    let limit = taken.isEmpty ? "takes no operands" : "takes only \(taken.joined(separator: " "))"
    throw UsageError("unexpected operand '\(extra)': '\(Root.name)' \(limit)")
  }
}

extension Command {
  /// Reads the words after the command's name.
  package static func parse(_ words: some Sequence<String>) throws(UsageError) -> Self {
    try WordReader<Self>(words).read()
  }

  /// The command's table without the properties that it sets.
  package static var argumentSummaries: [ArgumentSummary] { arguments.map(\.summary) }
}
