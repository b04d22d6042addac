internal import InkModel

extension Session {
  /// Where a session comes from, in words for the description of a picture.
  var provenance: String {
    switch origin {
    case .simulated(let workload): "Workload \(workload), seed \(seed)"
    case .imported(let format, let file): "Session \(name), imported from \(file) (\(format))"
    case .recorded(let app): "Session \(name), recorded by \(app)"
    }
  }
}
