internal import InkModel
internal import InkReport

/// What a process is asked to measure: some moments of one store, one after another.
struct MomentTask: Codable, Sendable {
  var moments: [Moment]
  var repetitions: Int
  var document: MomentsDocument
  var backend: String
  var codec: String?
  var durability: Durability
  /// Where the store, the library and exports lie; ours alone, and there already.
  var place: String
}

/// What a measuring process says, as a line of JSON as soon as it knows.
enum MomentLine: Codable, Sendable {
  /// The store is built and measuring begins.
  case ready(canarySeen: Bool)
  /// A moment was measured; `faults` are ways past the tap that were open.
  case measured(Moment, samples: [MomentSample], faults: [String])
  /// A moment has no number; the process goes on.
  case withheld(Moment, reason: String)
  /// A moment went wrong; the process ends.
  case failed(Moment?, reason: String, isContent: Bool, isDiskFull: Bool)
  /// All is done; the bytes that were counted over the process's life, and as the kernel knows them.
  case done(countedBytes: UInt64, kernelBytes: UInt64?)
}
