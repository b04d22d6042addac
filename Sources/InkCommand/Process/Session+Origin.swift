internal import InkModel

extension Session {
  /// Where the session came from, as the end of a sentence.
  var originInWords: String {
    switch origin {
    case .simulated(let workload): "simulated from workload '\(workload)', seed \(seed)"
    case .imported(let format, let file): "imported from \(file) (\(format))"
    case .recorded(let app): "recorded by \(app)"
    }
  }
}
