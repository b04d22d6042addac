internal import InkModel
internal import InkStorage

/// Codecs side by side on the same pages; the object of `codecs --json`.
struct CodecComparison: Codable, Hashable, Sendable {
  /// A codec; speeds are of the points' bytes in memory, in GB/s.
  struct Row: Codable, Hashable, Sendable {
    var name: String
    var bytes: Int
    var bytesPerPoint: Double
    var encodeGigabytesPerSecond: Double
    /// Half the distance between the quartiles, to the median.
    var encodeSpread: Double
    var decodeGigabytesPerSecond: Double
    var decodeSpread: Double
    /// Time to that of copying the points.
    var encodeToMemcpy: Double
    var decodeToMemcpy: Double
  }

  var schema = "inkbench-codecs/1"
  var session: String
  var documentPages: Int
  var pages: Int
  var strokes: Int
  var points: Int
  var rounds: Int
  var memcpyGigabytesPerSecond: Double
  var memcpySpread: Double
  var codecs: [Row]

  /// Measures codecs on pages, which must have points.
  ///
  /// Method. Before anything is timed each codec encodes and decodes each page once, and what comes back is
  /// compared. Then, in each round, the points are copied and each codec encodes and decodes all pages, so
  /// that a slow moment of the machine meets all alike. A codec's speed is the median of the rounds.
  init(
    _ codecs: [any PageCodec], on source: CodecPages, session: String, rounds: Int,
    progress: (Double, String) -> Void
  ) throws(CommandFailure) {
    var timing = CodecTiming()
    var sizes: [Int] = []
    let steps = Double((rounds + 1) * codecs.count)
    for (index, codec) in codecs.enumerated() {
      progress(Double(index) / steps, "checking \(codec.name)")
      sizes.append(try Self.check(codec, on: source.pages, &timing))
    }
    var copies: [Double] = []
    var encodes = Array(repeating: [Double](), count: codecs.count)
    var decodes = encodes
    for round in 0..<rounds {
      copies.append(Double(source.pages.reduce(UInt64(0)) { $0 + timing.copyPoints(of: $1) }))
      for (index, codec) in codecs.enumerated() {
        progress(Double((round + 1) * codecs.count + index) / steps, "timing \(codec.name)")
        var encode: UInt64 = 0
        var decode: UInt64 = 0
        for page in source.pages {
          encode += timing.encode(page, with: codec)
          do { decode += try timing.decode(with: codec) } catch { throw Self.lost(codec, page, "\(error)") }
        }
        encodes[index].append(Double(encode))
        decodes[index].append(Double(decode))
      }
    }
    self.session = session
    self.rounds = rounds
    documentPages = source.documentPageCount
    pages = source.pages.count
    strokes = source.strokeCount
    points = source.pointCount
    let pointBytes = Double(source.pointCount * SamplePoint.byteCount)
    let copy = Measurement.median(of: copies)
    memcpyGigabytesPerSecond = pointBytes / copy.value
    memcpySpread = copy.spread ?? 0
    self.codecs = codecs.indices.map { index in
      let encode = Measurement.median(of: encodes[index])
      let decode = Measurement.median(of: decodes[index])
      return Row(
        name: codecs[index].name, bytes: sizes[index],
        bytesPerPoint: Double(sizes[index]) / Double(source.pointCount),
        encodeGigabytesPerSecond: pointBytes / encode.value, encodeSpread: encode.spread ?? 0,
        decodeGigabytesPerSecond: pointBytes / decode.value, decodeSpread: decode.spread ?? 0,
        encodeToMemcpy: encode.value / copy.value, decodeToMemcpy: decode.value / copy.value)
    }
  }

  /// The bytes that a codec makes of the pages, each of which has to come back.
  private static func check(
    _ codec: any PageCodec, on pages: [Page], _ timing: inout CodecTiming
  ) throws(CommandFailure) -> Int {
    var bytes = 0
    for page in pages {
      _ = timing.encode(page, with: codec)
      bytes += timing.buffer.count
      do { _ = try timing.decode(with: codec) } catch { throw lost(codec, page, "\(error)") }
      if let difference = timing.difference(from: page, with: codec) { throw lost(codec, page, difference) }
    }
    return bytes
  }

  private static func lost(_ codec: any PageCodec, _ page: Page, _ reason: String) -> CommandFailure {
    CommandFailure(
      .dataLost, "the codec '\(codec.name)' does not give back page \(page.id.name): \(reason)",
      hint: "A codec may lose what its 'makeCanonical' takes away, and nothing else.")
  }
}
