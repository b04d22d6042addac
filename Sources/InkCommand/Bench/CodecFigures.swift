internal import InkModel
internal import InkStorage

/// The sizes that codecs give, and how fast they are.
///
/// Method. Sizes are exact. For a speed, page D is encoded, or decoded from memory, again and again on one
/// core into memory that is kept, with the checksum that a page file has, in CPU time; the median counts.
/// What is counted are the bytes of the points in memory, or, for JSON, those of the text.
enum CodecFigures: FigureMeter {
  static let names = [
    "codec.json.reference_recording", "codec.packed.bytes_per_point", "codec.packed.encode",
    "codec.varint.encode", "codec.varint.bytes_per_point", "codec.json.encode", "codec.json.decode",
  ]

  private static let repetitions = 41
  private static let warmUps = 5

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let codec = try bench.codec(codecName(in: name))
    let page =
      try name.hasSuffix(".reference_recording") ? BenchPages.referenceRecording() : BenchPages.pageD()
    switch name {
    case "codec.json.reference_recording": return .exact(Double(size(of: page, codec)))
    case "codec.packed.bytes_per_point", "codec.varint.bytes_per_point":
      return .exact(Double(size(of: page, codec)) / Double(page.pointCount))
    case "codec.packed.encode", "codec.varint.encode":
      return try speed(of: page.pointCount * SamplePoint.byteCount, page, codec, isDecoding: false)
    default:
      return try speed(of: size(of: page, codec), page, codec, isDecoding: name == "codec.json.decode")
    }
  }

  /// The second word of a figure's name.
  private static func codecName(in figure: String) -> String {
    String(figure.split(separator: ".").dropFirst().first ?? "")
  }

  private static func size(of page: Page, _ codec: any PageCodec) -> Int {
    var buffer = ByteBuffer()
    codec.encode(page, into: &buffer)
    return buffer.count
  }

  /// Gigabytes a second.
  private static func speed(
    of byteCount: Int, _ page: Page, _ codec: any PageCodec, isDecoding: Bool
  ) throws(CommandFailure) -> Measurement {
    var timing = CodecTiming()
    var speeds: [Double] = []
    for index in 0..<warmUps + repetitions {
      var time = timing.encode(page, with: codec)
      if isDecoding {
        do { time = try timing.decode(with: codec) } catch {
          throw CommandFailure(.internalError, "\(codec.name): \(error)")
        }
      }
      if index >= warmUps { speeds.append(Double(byteCount) / Double(time)) }
    }
    return .median(of: speeds)
  }
}
