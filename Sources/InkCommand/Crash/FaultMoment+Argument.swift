internal import InkCrash

/// A fault as a command line names it: by its name, with its span if it is the other one, and with the number
/// of one moment if only that is meant.
extension FaultMoment: ArgumentValue {
  static var expectation: String {
    "a fault such as 'no-space', 'no-space+lasting' or 'no-space@12', by one of the names "
      + InjectedFault.allCases.map(\.rawValue).joined(separator: ", ")
  }

  init?(argument: String) { self.init(argument) }

  var argumentText: String { text }
}
