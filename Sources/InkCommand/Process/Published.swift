internal import InkReport
internal import InkSimulation
internal import InkTrace

/// The workloads that a name can mean, each with what it stands for.
enum WorkloadSummaries {
  static func all() -> [NamedSummary] {
    WorkloadLibrary.names().map { name in
      do throws(WorkloadError) {
        return NamedSummary(name: name, summary: try WorkloadLibrary.load(name).about)
      } catch {
        return NamedSummary(name: name, summary: "can't be used: \(error.description)")
      }
    }
  }
}

/// The schemas of the formats that the program writes.
enum PublishedSchemas {
  static var all: [PublishedSchema] {
    [
      PublishedSchema(name: "report", text: Report.jsonSchema),
      PublishedSchema(name: "session", text: SessionFile.schema),
    ]
  }
}
