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

extension Bench {
  func codec(_ name: String) throws(CommandFailure) -> any PageCodec {
    guard let codec = context.registry.codecs.first(where: { $0.name == name }) else {
      throw CommandFailure(.internalError, "there is no codec '\(name)'")
    }
    return codec
  }

  func backend(_ name: String) throws(CommandFailure) -> any StorageBackend.Type {
    guard let backend = context.registry.backends.first(where: { $0.traits.name == name }) else {
      throw CommandFailure(.internalError, "there is no backend '\(name)'")
    }
    return backend
  }
}
