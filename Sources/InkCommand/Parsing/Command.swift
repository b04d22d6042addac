/// One verb of the command line, such as `inkbench list`.
///
/// A command is a plain value: the table in `arguments` binds each word that the user may write to one of its
/// properties, and gives both the parser and the help, so that these can't drift apart.
///
/// ```swift
/// struct SimulateCommand: Command {
///   static let name = "simulate"
///   static let abstract = "Write the session that a workload gives."
///   static let arguments: [Argument<Self>] = [
///     .operand("WORKLOAD", \.workload, help: "A workload's name or path."),
///     .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's own seed."),
///   ]
///   var workload = ""
///   var seed: UInt64?
///   func run(in context: Context) throws(CommandFailure) -> ExitCode { … }
/// }
/// ```
package protocol Command: SendableMetatype {
  /// The word, or words, that call the command.
  static var name: String { get }
  /// One sentence for the list of commands.
  static var abstract: String { get }
  /// Paragraphs for the command's own help; none by default.
  static var discussion: [String] { get }
  /// Command lines that show the command at work; none by default.
  static var examples: [Example] { get }
  /// The exit codes that a script has to tell apart; none by default.
  static var exitCodes: [ExitCode] { get }
  /// Whether lists and suggestions leave the command out; for what the program calls on itself.
  static var isHidden: Bool { get }
  /// Everything the user may write after the command's name.
  static var arguments: [Argument<Self>] { get }

  /// Makes the command with the defaults that its help names.
  init()

  /// Checks what the table can't: names that the registry must know, options that exclude each other.
  ///
  /// It reads no files and has no effect.
  func validate(against registry: Registry) throws(UsageError)

  /// Does the work.
  func run(in context: Context) throws(CommandFailure) -> ExitCode
}

extension Command {
  package static var discussion: [String] { [] }
  package static var examples: [Example] { [] }
  package static var exitCodes: [ExitCode] { [] }
  package static var isHidden: Bool { false }
  package func validate(against registry: Registry) throws(UsageError) {}
}

/// A command line in a command's help, without the program's name.
package struct Example: Sendable {
  package let words: String
  package let meaning: String

  /// Makes an example from its words, separated by spaces, and a sentence that says what it does.
  package init(_ words: String, _ meaning: String) {
    self.words = words
    self.meaning = meaning
  }
}
