/// One operand, option or flag of a command, bound to the property that it sets.
package struct Argument<Root: Command>: Sendable {
  /// A property of the command.
  package typealias Property<Value> = any WritableKeyPath<Root, Value> & Sendable
  /// Reads a word into a property; a flag gets the empty word.
  typealias Store = @Sendable (_ command: inout Root, _ word: String) throws(UsageError) -> Void

  /// What the help says of it.
  package let summary: ArgumentSummary
  let store: Store

  init(
    _ name: String, _ form: ArgumentSummary.Form, help: String, defaultText: String = "",
    store: @escaping Store
  ) {
    summary = ArgumentSummary(name: name, form: form, help: help, defaultText: defaultText)
    self.store = store
  }
}

/// What help and error sentences know of an argument.
package struct ArgumentSummary: Hashable, Sendable {
  /// How the argument is written.
  package enum Form: Hashable, Sendable {
    case operand(isRequired: Bool, isRepeatable: Bool)
    /// An option with a placeholder for its value; a repeatable one takes lists.
    case option(value: String, isRequired: Bool = false, isRepeatable: Bool = false)
    case flag
  }

  /// `--seed` for options and flags, `WORKLOAD` for operands.
  package let name: String
  package let form: Form
  package let help: String
  /// The value that holds if nothing is given, as a user would write it; empty if there is none.
  package let defaultText: String

  /// The argument as it is written: `--seed N`, `--dry-run`, `WORKLOAD …`.
  package var spelling: String {
    switch form {
    case .operand(_, let isRepeatable): isRepeatable ? "\(name) …" : name
    case .option(let value, _, _): "\(name) \(value)"
    case .flag: name
    }
  }

  /// The argument in a line of usage, in brackets if it may be left out.
  package var usage: String { isRequired ? spelling : "[\(spelling)]" }

  package var isRequired: Bool {
    switch form {
    case .operand(let isRequired, _), .option(_, let isRequired, _): isRequired
    case .flag: false
    }
  }

  package var isOperand: Bool {
    if case .operand = form { return true }
    return false
  }

  package var isRepeatable: Bool {
    switch form {
    case .operand(_, let isRepeatable), .option(_, _, let isRepeatable): isRepeatable
    case .flag: false
    }
  }
}
