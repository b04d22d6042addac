internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun

/// What a checking process is asked: to observe some of the states of one case, or to crash them again.
package struct StateTask: Codable, Sendable {
  var backend: String
  var codec: String?
  var durability: Durability
  var seed: UInt64
  /// The excerpt, in a file.
  var session: SessionReference
  /// Where the base, the log of file calls and the states lie, by the names of `CrashFiles`.
  var place: String
  var profiles: [CrashProfile]
  /// The states to observe, by their number.
  var states: [Int]
  /// Under which profile the store is crashed again while it is used after a state, by the state's number, so
  /// that what that leaves is observed instead; nil to observe the states themselves.
  var secondProfiles: [Int]?
  /// The only content that second crashes leave which is wanted, and where it is left as a store.
  var keptSecond: KeptSecond?
  /// Whether each is told of by itself, so that one that ends the process can be named.
  var isCautious = false

  /// A task without states.
  init(
    _ name: CaseName, seed: UInt64, session: SessionReference, place: String, profiles: [CrashProfile]
  ) {
    backend = name.backend
    codec = name.codec
    durability = name.durability
    self.seed = seed
    self.session = session
    self.place = place
    self.profiles = profiles
    states = []
  }
}

/// A content that a second crash leaves, and where it goes.
struct KeptSecond: Codable, Sendable {
  /// In the order in which they are made, from 0.
  var number: Int
  /// A directory that is not there yet.
  var path: String
}

/// What a checking process says, as a line of JSON.
enum StateLine: Codable, Sendable {
  /// The next states of the task: for each the indices of what was observed of it, into all observations that
  /// the process has told of.
  case observed(new: [Observation], results: [[Int]], recoveryNanoseconds: [UInt64])
  /// It goes on, and has nothing to tell yet.
  case alive
  /// The process can't go on, which says nothing of the store.
  case failed(String, isDiskFull: Bool)
}

/// The files of a case, between the processes of a lab.
enum CrashFiles {
  static func base(_ place: String) -> String { place + "/base" }
  static func log(_ place: String) -> String { place + "/log" }
  static func states(_ place: String) -> String { place + "/states" }
  static func second(_ place: String) -> String { place + "/second" }
}
