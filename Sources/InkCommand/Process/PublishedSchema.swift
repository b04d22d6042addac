internal import InkCrash
internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkTrace

/// The JSON Schema of a format.
package struct PublishedSchema: Hashable, Sendable {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

extension PublishedSchema {
  /// The schemas of the formats that the program writes.
  static var all: [PublishedSchema] {
    [
      PublishedSchema(name: "calibration", text: CalibrationReport.jsonSchema),
      PublishedSchema(name: "crash", text: CrashReport.jsonSchema),
      PublishedSchema(name: "crash-bundle", text: CrashBundle.jsonSchema),
      PublishedSchema(name: "crash-profile", text: CrashProfile.jsonSchema),
      PublishedSchema(name: "device", text: Device.jsonSchema),
      PublishedSchema(name: "doctor", text: DoctorReport.jsonSchema),
      PublishedSchema(name: "moments", text: MomentsReport.jsonSchema),
      PublishedSchema(name: "report", text: Report.jsonSchema),
      PublishedSchema(name: "session", text: SessionFile.schema),
      PublishedSchema(name: "seeds", text: SeedReport.jsonSchema),
      PublishedSchema(name: "summary", text: InkSummary.jsonSchema),
    ]
  }
}
