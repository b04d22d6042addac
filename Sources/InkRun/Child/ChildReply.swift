package import InkModel
package import InkReplay
package import InkReport

/// What a child process answers, as JSON on a descriptor of its own.
package struct ChildReply: Codable, Sendable {
  package var round: RoundResult?
  package var verdict: Verdict?
  package var floor: FloorResult?
  /// The file calls of a round that was recorded.
  package var script: OperationScript?
  package var generation: BaseGeneration?
  package var machine: MachineReading?
  package var selfTest: SelfTestResult?
  /// Why the job could not be done, as a sentence; nil if it was.
  package var failure: String?
  /// How far a replay had come that failed.
  package var progress: ReplayProgress?
  /// Whether the reason was a full disk.
  package var isDiskFull = false
}
