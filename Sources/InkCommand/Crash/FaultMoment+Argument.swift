internal import InkCrash
internal import InkModel
internal import InkReport

/// A fault as a command line names it: by its name, with its span if it is the other one, and with the number
/// of one moment if only that is meant.
extension FaultMoment: ArgumentValue {
  static var expectation: String { "a fault such as 'no-space', 'no-space+lasting' or 'no-space@12'" }

  static func fault(of word: String) -> String? {
    let name = word.prefix { $0 != "+" && $0 != "@" }
    guard let fault = InjectedFault(rawValue: String(name)) else {
      return suggestion(for: String(name), among: InjectedFault.allCases.map(\.rawValue))
    }
    let spans = fault.spans.map(\.rawValue).joined(separator: ", ")
    return "behind '\(name)' may stand a span (\(spans)), and a moment from 1 on"
  }

  init?(argument: String) { self.init(argument) }

  var argumentText: String { text }
}
