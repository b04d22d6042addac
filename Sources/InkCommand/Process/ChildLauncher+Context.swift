internal import InkRun

extension ChildLauncher {
  /// Starts this program again as one of its hidden commands.
  init(_ command: any Command.Type, in context: Context, _ interruption: Interruption) {
    self.init(
      executable: context.environment.executablePath, words: [command.name], interruption: interruption)
  }
}
