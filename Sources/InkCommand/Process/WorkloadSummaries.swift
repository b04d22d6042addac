internal import InkSimulation

/// The workloads that a name can mean, each with what it stands for.
enum WorkloadSummaries {
  static func all() -> [NamedSummary] {
    WorkloadLibrary.names().map { name in
      do throws(WorkloadError) {
        return NamedSummary(name: name, summary: firstClause(of: try WorkloadLibrary.load(name).about))
      } catch {
        return NamedSummary(name: name, summary: "can't be used: \(error.description)")
      }
    }
  }

  /// What stands before the first colon or full stop: enough for a list.
  private static func firstClause(of text: String) -> String {
    String(text.prefix { $0 != ":" && $0 != "." })
  }
}
