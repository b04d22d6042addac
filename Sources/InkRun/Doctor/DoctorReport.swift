package import InkReport
internal import InkTap

/// What `inkbench doctor --json` prints.
package struct DoctorReport: Codable, Hashable, Sendable {
  package struct Fact: Codable, Hashable, Sendable {
    package var name: String
    package var value: String
    /// Whether times on machines that differ in it are no longer comparable.
    package var isDecisive: Bool
  }

  /// What the clocks are worth.
  package struct Clock: Codable, Hashable, Sendable {
    package var stepNanoseconds: UInt64
    package var readingNanoseconds: Double
    package var threadCPUReadingNanoseconds: Double

    init(_ facts: ClockFacts) {
      stepNanoseconds = facts.stepNanoseconds
      readingNanoseconds = facts.readingNanoseconds
      threadCPUReadingNanoseconds = facts.threadCPUReadingNanoseconds
    }
  }

  package var schema = schemaName
  package var toolVersion = ToolVersion.current
  package var storeDirectory: String
  /// The worst of all verdicts.
  package var verdict: Diagnosis.Verdict
  package var diagnoses: [Diagnosis]
  package var facts: [Fact]
  /// The fingerprint that a run made here would carry, with bare costs and noise.
  package var machine: MachineRow
  package var clock: Clock

  package static let schemaName = "inkbench-doctor/1"

  package init(_ checkup: Checkup, storeDirectory: String) {
    self.storeDirectory = storeDirectory
    diagnoses = checkup.diagnoses
    verdict = diagnoses.verdict
    facts = checkup.fingerprint.facts.map {
      Fact(name: $0.name, value: $0.value, isDecisive: $0.isDecisive)
    }
    machine = checkup.machine
    clock = Clock(checkup.clock)
  }

  /// The published description of the format: JSON Schema, draft 2020-12.
  package static var jsonSchema: String {
    String(decoding: PackageResources.doctor_schema_json, as: UTF8.self)
  }

  package func json() -> String {
    do throws(JSONRefusal) { return String(decoding: try StrictJSON.encode(self), as: UTF8.self) } catch {
      // Only a number that is not finite can fail, and readings have none: no divisor is zero.
      preconditionFailure("a report holds a number that JSON can't: \(error.reason)")
    }
  }
}
