internal import InkModel
internal import InkSimulation
internal import InkStorage

/// What meters share: where files may lie, and what stores there are.
struct Bench {
  let context: Context
  /// A directory on the store's real disk, removed afterwards.
  let directory: String

  static let meters: [any FigureMeter.Type] = [
    CodecFigures.self, SaveFigures.self, ComputeFigures.self, NotebookFigures.self, SlopeFigures.self,
    NullFigures.self, TapFigures.self,
    SimulationFigures.self, LongNotebookFigures.self, DeflationFigures.self, ImportFigures.self,
    TraceFigures.self, JournalSaveFigures.self, CompactionFigures.self, ReplayFigures.self,
    SQLiteFigures.self, OpenFigures.self, ArticleFigures.self,
    DeviceFigures.self, SyncFigures.self, InstrumentFigures.self, UnaccountedFigures.self,
    CrashFigures.self, CheckedStateFigures.self, ScalingFigures.self, ToyFigures.self,
  ]

  /// A workload that comes with the program, whatever lies in the user's folder.
  func workload(_ name: String) throws(CommandFailure) -> Workload {
    guard let embedded = WorkloadLibrary.embedded.first(where: { $0.name == name }) else {
      throw CommandFailure(.internalError, "there is no workload '\(name)'")
    }
    do throws(WorkloadError) { return try Workload(json: embedded.json) } catch {
      throw CommandFailure(error)
    }
  }

  func codec(_ name: String) throws(CommandFailure) -> any PageCodec {
    guard let codec = context.registry.codecs.first(where: { $0.name == name }) else {
      throw CommandFailure(.internalError, "there is no codec '\(name)'")
    }
    return codec
  }

  func backend(_ name: String) throws(CommandFailure) -> any StorageBackend.Type {
    guard let backend = context.registry.backends.first(where: { $0.traits.name == name }) else {
      throw CommandFailure(.internalError, "there is no backend '\(name)'")
    }
    return backend
  }
}
