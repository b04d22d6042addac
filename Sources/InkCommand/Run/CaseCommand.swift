internal import InkModel

/// A command that works on cases: backends, with each codec and durability class that they have.
protocol CaseCommand: Command {
  /// The durability classes that are taken if none is given.
  static var durabilitiesStandard: [Durability] { get }
  var backends: [String] { get set }
  var codecs: [String] { get set }
  var durabilities: [Durability] { get set }
}

extension CaseCommand {
  static var durabilitiesStandard: [Durability] { [.processCrash, .powerDurable] }

  /// The options by which the user names cases.
  static var caseArguments: [Argument<Self>] {
    [
      .options(
        "--backend", \.backends, value: "NAMES",
        help: "Backends to measure, or 'all'; those that 'list' calls standard if not given."),
      .options(
        "--codec", \.codecs, value: "NAMES",
        help: "Codecs for backends that use one, or 'all'; those that 'list' calls standard if not given."),
      .options(
        "--durability", \.durabilities, value: "CLASSES",
        help: "Durability classes; \(durabilitiesText) if not given."),
    ]
  }

  private static var durabilitiesText: String {
    let names = durabilitiesStandard.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }
}

extension CaseList {
  /// The cases that a command names, or the standard ones; throws if none is left.
  init(
    of command: some CaseCommand, sessions: [String], standard: [Durability]? = nil,
    standardCodecs: [String] = [], in context: Context
  ) throws(CommandFailure) {
    do throws(UsageError) {
      self.init(
        sessions: sessions, backends: try context.registry.backends(named: command.backends),
        codecs: try context.registry.codecs(named: command.codecs.isEmpty ? standardCodecs : command.codecs),
        durabilities: command.durabilities.isEmpty
          ? standard ?? type(of: command).durabilitiesStandard : command.durabilities)
    } catch {
      throw CommandFailure(.usage, error.sentence)
    }
    guard !cases.isEmpty else {
      throw CommandFailure(.usage, "nothing is left to run: \(omissions.joined(separator: "; "))")
    }
  }
}
