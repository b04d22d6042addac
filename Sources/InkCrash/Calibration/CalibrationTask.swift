package import InkReport

/// What a calibrating process is asked: some sequences on one file system.
package struct CalibrationTask: Codable, Sendable {
  /// By name.
  package var fileSystem: String
  package var sequences: [String]
  /// A directory that exists, for images.
  package var place: String
  /// The crashes of one pass, at most.
  package var crashesMax: Int
  package var seed: UInt64
  /// Where disks go whose stores are outside of what is predicted; nil to keep none.
  package var keep: String?

  package init(
    fileSystem: String, sequences: [String], place: String, crashesMax: Int, seed: UInt64, keep: String?
  ) {
    self.fileSystem = fileSystem
    self.sequences = sequences
    self.place = place
    self.crashesMax = crashesMax
    self.seed = seed
    self.keep = keep
  }
}

/// What a calibrating process says, as a line of JSON as soon as it knows.
package enum CalibrationLine: Codable, Sendable {
  /// A pass of a sequence begins.
  case began(sequence: Int, part: Double)
  /// A sequence is done.
  case measured(CalibrationReport.Row)
  /// The process can't go on.
  case failed(reason: String)
}
