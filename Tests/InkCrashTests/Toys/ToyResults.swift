import CrashToys
import Foundation
import InkTestFixtures
import Testing

/// What the lab makes of a toy.
struct ToyResult: Codable {
  /// Trial by trial.
  var wrong: [ToyOutcome]
  /// The same, the twin first.
  var sound: [[ToyOutcome]]

  /// Has a toy explored in a process of its own: the tap is its alone there.
  static func make(_ toy: Toy) async throws -> ToyResult {
    let directory = try TemporaryDirectory.inMemory()
    try await #require(processExitsWith: .success) {
      [number = toy.number as Int, path = directory.path as String] in
      let toy = try #require(Toys.all.first { $0.number == number })
      let result = ToyResult(wrong: try toy.exploreWrong(in: path), sound: try toy.exploreSound(in: path))
      try JSONEncoder().encode(result).write(to: URL(filePath: path + "/result"))
    }
    return try JSONDecoder().decode(ToyResult.self, from: Data(directory.read("result")))
  }
}

/// The results of all toys, each made once however many tests ask.
actor ToyResults {
  static let shared = ToyResults()

  private var results: [Int: Task<ToyResult, any Error>] = [:]

  func result(of toy: Toy) async throws -> ToyResult {
    if let task = results[toy.number] { return try await task.value }
    let task = Task.detached { try await ToyResult.make(toy) }
    results[toy.number] = task
    return try await task.value
  }
}
