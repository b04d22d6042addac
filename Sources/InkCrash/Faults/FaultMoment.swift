package import InkReport

/// A fault with its span and the moment at which it strikes, or all of its moments.
///
/// As text `no-space`, `no-space+lasting`, `no-space@12`, `no-space+lasting@12`. What the number counts is
/// the fault's affair: file calls of its kinds, bytes that are left of files, bits, free blocks.
package struct FaultMoment: Codable, Hashable, Sendable {
  package var fault: InjectedFault
  package var span: FaultSpan
  /// From 1; nil for all.
  package var number: Int?

  package init(_ fault: InjectedFault, _ span: FaultSpan, at number: Int? = nil) {
    self.fault = fault
    self.span = span
    self.number = number
  }

  /// Reads the text form; nil if it is none, or if the fault has no such span.
  package init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let words = (parts.first ?? "").split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count <= 2, words.count <= 2, let fault = InjectedFault(rawValue: String(words[0])) else {
      return nil
    }
    let span = words.count == 2 ? FaultSpan(rawValue: String(words[1])) : fault.spans.first
    guard let span, fault.spans.contains(span) else { return nil }
    self.init(fault, span)
    guard parts.count == 2 else { return }
    guard let number = Int(parts[1]), number > 0 else { return nil }
    self.number = number
  }

  package var text: String {
    let name = span == fault.spans.first ? fault.rawValue : "\(fault.rawValue)+\(span.rawValue)"
    return number.map { "\(name)@\($0)" } ?? name
  }

  /// Every fault with each of its spans.
  package static var all: [FaultMoment] {
    InjectedFault.allCases.flatMap { fault in fault.spans.map { FaultMoment(fault, $0) } }
  }
}
