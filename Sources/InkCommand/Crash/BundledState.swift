internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun

/// A state that lies in a bundle.
struct BundledState {
  let bundle: CrashBundle
  let runCase: RunCase
  private let path: String
  private let files: BundledFiles

  init(_ word: String, in context: Context) throws(CommandFailure) {
    path = context.absolutePath(word)
    do throws(BundleError) {
      bundle = try CrashBundle.read(path)
      files = try BundledFiles(of: bundle, in: path)
    } catch {
      throw CommandFailure(error.isUnreadable ? .unreadableInput : .malformedInput, error.description)
    }
    do throws(UsageError) {
      let backends = try context.registry.backends(named: [bundle.backend])
      if let codec = bundle.codec { _ = try context.registry.codecs(named: [codec]) }
      runCase = RunCase(session: 0, name: bundle.name, backend: backends[0])
    } catch {
      throw CommandFailure(.notComparable, error.sentence)
    }
  }

  /// Makes the state from the bundle's log; nil if the log gives another one.
  func makeAgain(
    in context: Context, _ interruption: Interruption
  ) throws(RunError) -> StateRepeat? {
    try CrashPlace.use(in: context, interruption) { (place) throws(RunError) in
      try StateRepeat.make(files, in: path, of: runCase, place: place.path, checker: place.checker)
    }
  }
}
