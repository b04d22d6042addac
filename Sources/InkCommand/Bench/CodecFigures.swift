internal import InkModel
internal import InkStorage

/// Sizes that codecs give.
enum CodecFigures: FigureMeter {
  static let names = ["codec.json.reference_recording", "codec.packed.bytes_per_point"]

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    switch name {
    case "codec.json.reference_recording":
      return .exact(Double(try size(of: BenchPages.referenceRecording(), codec: "json", in: bench)))
    default:
      let page = try BenchPages.pageD()
      return .exact(Double(try size(of: page, codec: "packed", in: bench)) / Double(page.pointCount))
    }
  }

  private static func size(of page: Page, codec: String, in bench: Bench) throws(CommandFailure) -> Int {
    var buffer = ByteBuffer()
    try bench.codec(codec).encode(page, into: &buffer)
    return buffer.count
  }
}
