import FoundationEssentials
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// What the fuzzer of `Tests/Fuzzing` has found, tried again: inputs that reach further into a decoder than
/// the sound ones which it starts from, and those that once broke a rule.
@Suite("Fuzz corpus") struct FuzzCorpusTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "FuzzCorpus")
  /// What a clone can carry without noticing.
  private static let corpusBytesMax = 200_000

  private func decoder(_ name: String, _ scratch: TemporaryDirectory) throws -> FuzzDecoder {
    try #require(FuzzDecoder.all(scratch: scratch.path).first { $0.name == name })
  }

  private func inputs(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = Self.corpus.appending(path: name)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { file in
      (file, [UInt8](try Data(contentsOf: folder.appending(path: file))))
    }
  }

  @Test("Every input is read or refused as it must be", arguments: FuzzDecoder.names)
  func replay(name: String) throws {
    let scratch = try TemporaryDirectory.inMemory()
    let decoder = try decoder(name, scratch)
    var refusals: Set<String> = []
    for input in try inputs(name) {
      #expect(input.bytes.count <= FuzzDecoder.inputBytesMax, "\(input.name)")
      switch decoder.examine(input.bytes) {
      case .accepted: break
      case .refused(let sentence): refusals.insert(sentence)
      case .broken(let rule): Issue.record("\(name)/\(input.name): \(rule)")
      }
    }
    #expect(!refusals.isEmpty)
  }

  @Test("Sound inputs, which the fuzzer starts from, are read", arguments: FuzzDecoder.names)
  func seeds(name: String) throws {
    let scratch = try TemporaryDirectory.inMemory()
    let decoder = try decoder(name, scratch)
    for (number, seed) in try decoder.seeds().enumerated() {
      #expect(decoder.examine(seed) == .accepted, "seed \(number)")
    }
  }

  @Test("The corpus is small and belongs to the decoders")
  func size() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(Set(folders) == Set(FuzzDecoder.names))
    let bytes = try folders.flatMap { try inputs($0) }.reduce(0) { $0 + $1.bytes.count }
    #expect(bytes <= Self.corpusBytesMax)
  }

  @Test("A refusal without a sentence, with too long a one, or with one that steers a terminal breaks a rule")
  func verdicts() {
    let isBroken = { (verdict: FuzzVerdict) in if case .broken = verdict { true } else { false } }
    #expect(isBroken(.refusal("")))
    #expect(isBroken(.refusal(String(repeating: "a", count: FuzzVerdict.sentenceBytesMax + 1))))
    for hostile in ["\n", "\u{1B}[2J", "\u{202E}", "\u{2029}"] {
      #expect(isBroken(.refusal("no \(hostile)")))
    }
    #expect(FuzzVerdict.refusal("it is damaged") == .refused("it is damaged"))
  }
}
