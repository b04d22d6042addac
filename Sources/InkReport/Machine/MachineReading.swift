/// What the disk and the processor of a machine did at one moment of a run.
package struct MachineReading: Codable, Hashable, Sendable {
  package enum Moment: String, Codable, Hashable, Sendable {
    case before, between, after
  }

  package var moment: Moment
  package var processor: ProcessorReading
  package var floors: [MachineFloor]

  package init(moment: Moment, processor: ProcessorReading, floors: [MachineFloor]) {
    self.moment = moment
    self.processor = processor
    self.floors = floors
  }
}

/// Everything known of the machine that a run was made on.
package struct MachineRecord: Codable, Hashable, Sendable {
  /// Names the facts that decide whether times can be compared; nil if nobody looked.
  package var fingerprint: String?
  /// In the order in which they were taken.
  package var readings: [MachineReading]

  package init(fingerprint: String? = nil, readings: [MachineReading] = []) {
    self.fingerprint = fingerprint
    self.readings = readings
  }
}
