internal import InkReport
internal import InkRun

/// Calibrates one file system in this process, which has mounts and process numbers of its own.
package struct CalibrationWorker {
  private let task: CalibrationTask
  private let fileSystem: CalibratedFileSystem
  private let profile: CrashProfile
  private let programs: CalibrationPrograms
  /// Tells who asked; false if nobody listens any more.
  private let say: (CalibrationLine) -> Bool

  /// Takes a task from standard input and tells of its sequences on the reply descriptor; gives the exit
  /// code.
  package static func main() -> Int32 {
    do {
      let task = try ChildProtocol.hear(CalibrationTask.self)
      let worker = try CalibrationWorker(task) { ChildProtocol.say($0) }
      try worker.work()
      return 0
    } catch {
      return ChildProtocol.say(CalibrationLine.failed(reason: "\(error)")) ? 0 : 70
    }
  }

  init(
    _ task: CalibrationTask, find: (String) -> String? = CalibrationPrograms.find,
    say: @escaping (CalibrationLine) -> Bool
  ) throws {
    guard let fileSystem = CalibratedFileSystem.named(task.fileSystem),
      let profile = CrashProfile.named(fileSystem.profile)
    else { throw RunError.child("there is no file system '\(task.fileSystem)' to calibrate") }
    self.task = task
    self.fileSystem = fileSystem
    self.profile = profile
    programs = try CalibrationPrograms(for: [fileSystem], find: find)
    self.say = say
  }

  /// Goes through all sequences, as long as somebody listens: a process whose parent was killed ends too.
  func work() throws {
    for (number, name) in task.sequences.enumerated() {
      guard let sequence = CalibrationSequence.named(name) else {
        throw RunError.child("there is no sequence '\(name)'")
      }
      let row = try calibrate(sequence, number)
      guard say(.measured(row)) else { throw Self.unheard }
    }
  }

  private func calibrate(_ sequence: CalibrationSequence, _ number: Int) throws -> CalibrationReport.Row {
    let place = "\(task.place)/\(sequence.name)"
    try Platform.makeFolder(place)
    defer { Platform.removeAll(place) }
    let bench = try DiskBench(fileSystem, programs, place: place)
    try bench.makeBase(sequence.base)
    var tally = CalibrationTally(sequence, on: fileSystem)
    let passes = CalibrationPass.all(of: sequence)
    for (index, pass) in passes.enumerated() {
      guard say(.began(sequence: number, part: Double(index) / Double(passes.count))) else {
        throw Self.unheard
      }
      let recorded = try bench.record(sequence, pass)
      try judge(recorded, pass, sequence, bench, place, &tally)
    }
    bench.detach()
    return tally.row
  }

  /// Makes every crash of a pass, and holds what it leaves against the profile.
  private func judge(
    _ recorded: RecordedPass, _ pass: CalibrationPass, _ sequence: CalibrationSequence, _ bench: DiskBench,
    _ place: String, _ tally: inout CalibrationTally
  ) throws {
    let predicted = try PredictedStates(base: sequence.base, entries: recorded.entries, profile: profile)
    let crashes = DeviceCrashes(
      recorded.log, from: recorded.start, crashesMax: task.crashesMax, seed: task.seed)
    let moments = CrashMoments(logCounts: recorded.logCounts)
    tally.begin(predicted, logEntries: recorded.log.entries.count - recorded.start)
    let disk = try CrashedDisk(crashes, base: bench.base, place: place)
    for crash in crashes.crashes {
      let found = try bench.found {
        try disk.make(crash)
        return disk.path
      }
      let finding = tally.take(
        found, at: moments.returned(at: crash), predicted, pass: pass, entries: crash.entries)
      guard var finding else { continue }
      if let image = found.image {
        finding.difference = PredictedStates.nearest(
          to: image, base: sequence.base, entries: recorded.entries, returned: finding.returnedCalls, profile)
      }
      if let keep = task.keep {
        let number = tally.row.findings.count + 1
        let kept = "\(keep)/\(fileSystem.name)-\(sequence.name)-\(number).img"
        // Mounting has recovered it: it is made anew.
        try disk.make(crash)
        try Platform.copySparsely(disk.path, to: kept)
        finding.keptImage = kept.split(separator: "/").last.map(String.init)
      }
      tally.add(finding)
    }
  }

  private static var unheard: RunError { .child("nobody listens any more") }
}
