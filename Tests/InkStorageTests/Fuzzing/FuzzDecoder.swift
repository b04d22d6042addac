@testable import InkStorage

/// A decoder under hostile input: what it may cost, what it is tried with first, and what must hold.
///
/// `examine` is given any bytes at all. It must come back (no crash, no endless loop), in little memory, and
/// with a verdict: either the bytes are refused with a clear sentence, or they are read, written and read
/// again with equal content. Checksums and lengths that a mutation would nearly always break are mended
/// first where the decoder's own file says so, so that what lies behind them is reached.
///
/// The same values drive the fuzzer (`Tests/Fuzzing`) and the test that replays its corpus.
struct FuzzDecoder: Sendable {
  let name: String
  /// The most that one allocation may take, in megabytes of 2²⁰ bytes, for an input of `inputBytesMax`.
  let allocationMaxMegabytes: Int
  /// Sound inputs, which mutations start from.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Damaged inputs of kinds that mutations would hardly come upon.
  var hostileSeeds: [[UInt8]] = []
  let examine: @Sendable (_ input: [UInt8]) -> FuzzVerdict

  /// The longest input; longer ones repeat themselves, and are kept out of the corpus.
  static let inputBytesMax = 4_096

  /// All decoders; those that read files put them into a directory.
  static func all(scratch directory: String) -> [FuzzDecoder] {
    pageCodecs + [
      deflated, pageFile(in: directory), document, manifest(in: directory), asset, notebook,
      journal(in: directory), sqlite(in: directory),
    ]
  }

  /// Their names, for lists of tests.
  static let names = all(scratch: "").map(\.name)
}
