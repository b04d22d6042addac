import CrashToys
import Foundation
import InkCrash
import InkModel
import InkReplay
import InkReport
import InkStorage
import InkTap
import Testing

/// Lets toys live in a process of their own, where the tap watches nothing else.
///
/// A trial's stores each have a directory: `base` is the store before the session, `log` the recording, and
/// `failure` what the replay ended with, if not with its last step, and `faults` has a byte for each fault.
enum ToyRecorder {
  /// Far more than the few saves of a toy write.
  private static let logBytes = 16 << 20

  /// The environment that toys live in.
  static func environment(_ directory: String) throws -> StoreEnvironment {
    let codec = try #require(BuiltInCodecs.named("packed"))
    return StoreEnvironment(directory: directory, durability: .powerDurable, codec: codec, seed: 1)
  }

  /// Records all trials of a toy, each store of them in a directory of its own.
  static func record(_ toy: Toy, in directory: String) throws {
    for (index, trial) in toy.trials.enumerated() {
      for (form, backend) in ([trial.wrong] + trial.sound).enumerated() {
        let place = Self.place(of: form, trial: index, in: directory)
        try FileManager.default.createDirectory(atPath: place + "/store", withIntermediateDirectories: true)
        try record(trial, with: backend, in: place)
      }
    }
  }

  static func place(of form: Int, trial: Int, in directory: String) -> String {
    "\(directory)/\(trial)-\(form)"
  }

  private static func record(
    _ trial: ToyTrial, with backend: any StorageBackend.Type, in place: String
  ) throws {
    let environment = try environment(place + "/store")
    try BaseBuilder.build(trial.session.base, with: backend, in: environment)
    try FileManager.default.copyItem(atPath: place + "/store", toPath: place + "/base")
    var options = ReplayOptions(exportPath: place + "/export")
    options.marksCalls = true
    let replay = Replay(
      session: trial.session, plan: ReplayPlan(trial.session), backend: backend, environment: environment,
      options: options)
    try recording(environment.directory, backend, to: place + "/log") {
      if let fault = trial.fault { Tap.inject(fault) }
      do throws(ReplayError) {
        _ = try replay.run(
          check: InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: nil, faults: []))
      } catch {
        try Data(error.description.utf8).write(to: URL(filePath: place + "/failure"))
      }
      Tap.endInjection()
      let faultCount = trial.fault == nil ? 0 : Int(Tap.injection.faultCount)
      try Data(count: faultCount).write(to: URL(filePath: place + "/faults"))
    }
  }

  /// Records what the first opening does to stores that crashes have left: `crashed-0`, `crashed-1`, ….
  static func recordRecoveries(_ trial: ToyTrial, with backend: any StorageBackend.Type, in place: String)
    throws
  {
    var number = 0
    while FileManager.default.fileExists(atPath: "\(place)/crashed-\(number)") {
      let environment = try environment("\(place)/crashed-\(number)")
      try recording(environment.directory, backend, to: "\(place)/recovery-\(number)") {
        // What recovery shows was judged when it was not crashed.
        guard let store = try? backend.init(environment) else { return }
        guard let document = try? store.openDocument(trial.session.base.document.id) else { return }
        for info in document.pages {
          var page = Page(id: info.id)
          try? store.openPage(info.id, into: &page)
        }
      }
      number += 1
    }
  }

  private static func recording(
    _ directory: String, _ backend: any StorageBackend.Type, to log: String, _ body: () throws -> Void
  ) throws {
    Tap.watch(directory: directory, roles: backend.traits.fileRoles)
    try Tap.record(capacityBytes: logBytes, to: log)
    try body()
    _ = try Tap.stopRecording()
  }
}
