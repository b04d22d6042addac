import CrashToys
import Foundation
import InkCrash
import InkModel
import InkReplay
import InkReport
import InkStorage
import InkTestFixtures
import Testing

/// What the lab makes of a toy.
struct ToyResult {
  /// What was found of the wrong store, trial by trial, under the profiles that are expected to say
  /// something.
  var wrong: [[String: ToyLab.Findings]] = []
  /// What was found of the sound stores, which should be nothing: a sentence each.
  var alarms: [String] = []
  /// What the replays ended with, trial by trial, the wrong store's first; nil if with their last step.
  var failures: [[String?]] = []
  /// How often the disk failed, in the same order.
  var faultCounts: [[Int]] = []

  /// Whether everything was found that should be, and nothing else.
  func isFound(_ toy: Toy) -> Bool {
    zip(toy.trials, wrong).allSatisfy { trial, findings in
      trial.expected.allSatisfy { Set(findings[$0.key, default: ToyLab.Findings()].broken.keys) == $0.value }
    }
  }

  /// Under which profiles claims are held against a store.
  ///
  /// A disk that spoils more than what is written is the matter of one bug alone.
  static let judgedProfiles = CrashProfile.builtIn.filter { $0.holdsClaims && !$0.damagesWholeBlock }

  private init() {}

  /// Has a toy recorded in a process of its own and explores what was recorded.
  static func make(_ toy: Toy) async throws -> ToyResult {
    let directory = try TemporaryDirectory.inMemory()
    try await #require(processExitsWith: .success) {
      [number = toy.number as Int, path = directory.path as String] in
      let toy = try #require(Toys.all.first { $0.number == number })
      try ToyRecorder.record(toy, in: path)
    }
    var result = ToyResult()
    for (index, trial) in toy.trials.enumerated() {
      var failures: [String?] = []
      var faultCounts: [Int] = []
      for (form, backend) in ([trial.wrong] + trial.sound).enumerated() {
        let place = ToyRecorder.place(of: form, trial: index, in: directory.path)
        failures.append(try? String(contentsOfFile: place + "/failure", encoding: .utf8))
        faultCounts.append(try Data(contentsOf: URL(filePath: place + "/faults")).count)
        let profiles = form > 0 ? judgedProfiles : judgedProfiles.filter { trial.expected[$0.name] != nil }
        var run = try ToyRun(toy, trial: index, form: form, backend, in: place)
        let findings = try await run.explore(profiles)
        if form == 0 {
          result.wrong.append(findings)
        } else {
          result.alarms += findings.flatMap { profile, found in
            found.broken.map { "\(backend) under \(profile) is \($0.rawValue): \($1.min() ?? "")" }
          }
        }
      }
      result.failures.append(failures)
      result.faultCounts.append(faultCounts)
    }
    return result
  }
}

/// One store of one trial under many profiles.
struct ToyRun {
  private let toy: Toy
  private let index: Int
  private let form: Int
  private let backend: any StorageBackend.Type
  private let place: String
  private var lab: ToyLab

  private var trial: ToyTrial { toy.trials[index] }

  init(
    _ toy: Toy, trial: Int, form: Int, _ backend: any StorageBackend.Type, in place: String
  ) throws {
    self.toy = toy
    index = trial
    self.form = form
    self.backend = backend
    self.place = place
    lab = try ToyLab(toy.trials[trial], backend, recordedIn: place)
  }

  mutating func explore(_ profiles: [CrashProfile]) async throws -> [String: ToyLab.Findings] {
    var findings: [String: ToyLab.Findings] = [:]
    for profile in profiles { findings[profile.name] = try lab.explore(profile) }
    return trial.crashesTwice ? try await crashAgain(findings, profiles) : findings
  }

  /// Crashes the recoveries from the crashes that were found, and adds what comes of that.
  private func crashAgain(
    _ first: [String: ToyLab.Findings], _ profiles: [CrashProfile]
  ) async throws -> [String: ToyLab.Findings] {
    let images = Array(Set(first.values.flatMap(\.recovered).map(\.image)))
    for (number, image) in images.enumerated() {
      let store = "\(place)/crashed-\(number)"
      try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
      try image.write(to: store)
    }
    try await #require(processExitsWith: .success) {
      [toy = toy.number as Int, index = index as Int, form = form as Int, place = place as String] in
      let trial = try #require(Toys.all.first { $0.number == toy }).trials[index]
      try ToyRecorder.recordRecoveries(trial, with: ([trial.wrong] + trial.sound)[form], in: place)
    }
    var labs: [StoreImage: ToyLab] = [:]
    for (number, image) in images.enumerated() {
      labs[image] = try ToyLab(trial, backend, base: image, log: "\(place)/recovery-\(number)")
    }
    var findings = first
    for profile in profiles {
      for found in Set(first[profile.name]?.recovered ?? []) {
        guard let second = try labs[found.image]?.explore(profile, owing: found.progress) else { continue }
        findings[profile.name]?.add(second)
      }
    }
    return findings
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
