package import InkReport

/// Takes readings of the machine before the rounds of a run, between them and after them.
///
/// A reading is a yardstick: where one can't be taken the run goes on without it, and says so.
package final class MachineReader {
  package private(set) var readings: [MachineReading]
  /// Why readings are missing, as clauses.
  private(set) var failures: [String] = []
  /// Whether one of the reasons is a full disk.
  private(set) var isDiskFull = false

  private let launcher: ChildLauncher
  private let place: String
  private let rounds: Int
  private let keep: (MachineReading) -> Void

  /// Files are written beside the store, on its disk, and removed again.
  ///
  /// `kept` are the readings of a run that is resumed, and `keep` hears of each new one.
  package init(
    in directory: StoreDirectory, launcher: ChildLauncher, rounds: Int, kept: [MachineReading] = [],
    keep: @escaping (MachineReading) -> Void = { _ in }
  ) {
    self.launcher = launcher
    self.rounds = rounds
    self.keep = keep
    readings = kept
    place = directory.beside("machine")
  }

  /// The same as sentences for the report of a run.
  package var complaints: [String] {
    failures.map { "the disk and the machine could not be measured beside the rounds: \($0)" }
  }

  /// Whether the reading after the rounds has been taken.
  package var isFinished: Bool { readings.contains { $0.moment == .after } }

  /// Takes a reading if one is due before a round.
  package func read(beforeRound round: Int) throws(RunError) {
    guard Self.isDue(beforeRound: round, of: rounds) else { return }
    try read(round == 0 ? .before : .between)
  }

  /// Takes a reading.
  package func read(_ moment: MachineReading.Moment) throws(RunError) {
    try Platform.makeDirectories(place)
    defer { StoreCopy.remove(place) }
    let end = try launcher.run(.machine(MachineTask(directory: place, moment: moment)))
    switch end {
    case .replied(let reply):
      if let reading = reply.machine {
        readings.append(reading)
        keep(reading)
      }
      if let failure = reply.failure { note(failure) }
      isDiskFull = isDiskFull || reply.isDiskFull
    case .died: note(end.death ?? "")
    case .interrupted: break
    }
  }

  private func note(_ reason: String) {
    if !failures.contains(reason) { failures.append(reason) }
  }

  /// Before the first round, and in so many gaps between rounds at most, evenly spread.
  static func isDue(beforeRound round: Int, of rounds: Int) -> Bool {
    guard round > 0 else { return true }
    let stretches = min(rounds - 1, gapsMax) + 1
    return round * stretches / rounds != (round - 1) * stretches / rounds
  }

  /// A run of many rounds should not spend its time on yardsticks.
  static let gapsMax = 8
}
