internal import InkModel
internal import InkRun

/// What a process is asked that lives lives of one store.
struct FaultTask: Codable, Sendable {
  var backend: String
  var codec: String?
  var durability: Durability
  var seed: UInt64
  /// The excerpt, in a file.
  var session: SessionReference
  /// A directory that exists, is empty and belongs to the process.
  var place: String
  /// Lives to live; those without a number are to be surveyed.
  var moments: [FaultMoment]
}

/// What it answers of each moment, as a line of JSON as soon as it knows.
enum FaultLine: Codable, Sendable {
  case surveyed(stretches: [Int])
  /// The fault can't be brought about here, for a reason.
  case skipped(String)
  case lived(LifeVerdict)
  /// The process can't go on, which says nothing of how the store takes faults.
  case failed(String, isDiskFull: Bool)
}
