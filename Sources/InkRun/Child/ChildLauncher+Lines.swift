internal import FoundationEssentials
internal import InkTap

/// How a child ended that answered many times.
package enum ConversationEnd: Sendable {
  /// It did all it had been given, and ended.
  case complete
  case interrupted
  /// It was silent for too long, and was ended.
  case hung
  case died(ChildEnd)
}

extension ChildLauncher {
  /// Gives a child its work and hears its answers, a line of JSON each, as they come.
  ///
  /// A child that is silent for longer than the limit is ended. `take` returns an error that ends the
  /// listening; the rest of what the child says is not heard then.
  package func converse<Line: Decodable>(
    _ work: some Encodable, silenceNanosecondsMax: UInt64, take: (Line) -> RunError?
  ) throws(RunError) -> ConversationEnd {
    let input: Data
    do { input = try JSONEncoder().encode(work) } catch {
      throw .child("a task can't be written as JSON: \(error)")
    }
    var pending: [UInt8] = []
    var failure: RunError?
    var heardNanoseconds = Clock.nanoseconds()
    let child = try Platform.spawn(
      executable, words, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"], input: [UInt8](input),
      isInterrupted: { interruption.isRequested },
      hasHung: { failure != nil || Clock.nanoseconds() - heardNanoseconds > silenceNanosecondsMax },
      hear: { bytes in
        pending += bytes
        var start = pending.startIndex
        while failure == nil, let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
          heardNanoseconds = Clock.nanoseconds()
          let text = Data(pending[start..<end])
          if let line = try? JSONDecoder().decode(Line.self, from: text) {
            failure = take(line)
          } else {
            failure = .child("a child spoke another language: \(String(decoding: text, as: UTF8.self))")
          }
          start = end + 1
        }
        pending.removeSubrange(..<start)
      })
    if let failure { throw failure }
    if child.wasInterrupted { return .interrupted }
    if child.hasHung { return .hung }
    guard child.exitCode == 0 else {
      return .died(.died(exitCode: child.exitCode, signal: child.signal, lastWords: child.lastWords))
    }
    return .complete
  }
}
