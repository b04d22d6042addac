internal import InkModel
internal import InkReport

/// What a user decided about lives in which something goes wrong.
package struct FaultRequest: Sendable {
  /// The faults that are tried; one with a number is one life.
  package var faults: [FaultMoment]
  /// Lives for each store, divided among the faults without a number.
  package var lives: Int
  /// Whether crash states are left out.
  package var isAlone: Bool
  /// By session, the words of a command line that decide the lives, but for the store and the fault.
  package var commands: [String]

  package init(faults: [FaultMoment], lives: Int, isAlone: Bool, commands: [String]) {
    self.faults = faults
    self.lives = lives
    self.isAlone = isAlone
    self.commands = commands
  }

  /// The command that lives lives of one store again.
  func command(of name: CaseName, session: Int) -> String {
    let codec = name.codec.map { " --codec \($0)" } ?? ""
    return "\(commands[session]) --backend \(name.backend)\(codec) --durability \(name.durability.rawValue)"
  }
}
