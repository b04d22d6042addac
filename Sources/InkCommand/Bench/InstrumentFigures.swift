internal import InkModel
internal import InkReplay
internal import InkStorage
internal import InkTap

/// What the instrument adds to a save: the tap within it, and the clocks and counters around it.
///
/// Method. A difference of two saves, with and without the instrument, is lost in the noise of the disk, so
/// the cost is added up from its parts. The tap's: the counted file calls of a save, by the cost that a
/// counted write to /dev/null has over a bare one, both clocks included. The recorder's: what the replay's
/// own recorder takes around a call that writes. Saves are those of one stroke on page D;
/// `per_unsynced_save` is that of a journal that waits for no disk, and `share_of_save` is held against the
/// median of the cheapest save that does.
enum InstrumentFigures: FigureMeter {
  static let names = ["instrument.per_unsynced_save", "instrument.share_of_save"]

  private static let saves = 300
  private static let warmUps = 20
  /// Short stretches, of which some are undisturbed; long enough that memory is touched as in a replay.
  private static let recorderCalls = 10_000
  private static let recorderStretches = 60

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let place = "\(bench.directory)/\(name)"
    let tap = try TapFigures.countedInStore()
    let recorder = (0..<recorderStretches).map { _ in
      InstrumentCost.nanosecondsPerCall(calls: recorderCalls)
    }
    let around = recorder.min() ?? 0
    guard name.contains("share_of_save") else {
      let save = try Save("journal", .processCrash, in: place, bench)
      var measurement = Measurement.of(around + save.fileCalls * tap.value, spreadOf: recorder)
      measurement.remark = remark(save, around, tap.value)
      return measurement
    }
    var cheapest: Save?
    for backend in ["journal", "sqlite", "snapshot-no-thumbnails"] {
      let save = try Save(backend, .powerDurable, in: "\(place)/\(backend)", bench)
      if save.nanoseconds < cheapest?.nanoseconds ?? .infinity { cheapest = save }
    }
    guard let cheapest else { throw CommandFailure(.internalError, "no save was timed") }
    var measurement = Measurement.of(
      (around + cheapest.fileCalls * tap.value) / cheapest.nanoseconds, spreadOf: cheapest.samples)
    measurement.remark = remark(cheapest, around, tap.value)
    return measurement
  }

  private static func remark(_ save: Save, _ around: Double, _ call: Double) -> String {
    let calls = (save.fileCalls * 100).rounded() / 100
    return
      "\(save.backend): \(Int(around)) ns around a save and \(Int(call)) ns for each of its \(calls) file calls;"
      + " the save takes \(Int(save.nanoseconds)) ns at the median"
  }

  /// A save of one stroke: how long it takes, and how many file calls it makes.
  private struct Save {
    let backend: String
    let samples: [Double]
    let fileCalls: Double
    var nanoseconds: Double { Measurement.median(of: samples).value }

    init(
      _ backend: String, _ durability: Durability, in directory: String, _ bench: Bench
    ) throws(CommandFailure) {
      self.backend = backend
      let store = try BenchStore(
        bench.backend(backend), codec: bench.codec("packed"), durability: durability,
        pages: [BenchPages.pageD()], in: directory)
      Tap.watch(directory: directory, roles: type(of: store.backend).traits.fileRoles)
      for index in 0..<warmUps { _ = try store.save(Self.newStroke(index, on: store.firstPage)) }
      var samples: [Double] = []
      let before = Tap.storeCounters()
      for index in 0..<saves {
        samples.append(Double(try store.save(Self.newStroke(warmUps + index, on: store.firstPage))))
      }
      let counted = Tap.storeCounters() - before
      self.samples = samples
      // An open is closed again, and that call is tapped too though not counted.
      let calls =
        counted.writeCalls + counted.readCalls + counted.syncCalls + 2 * counted.openCalls
        + counted.renameCalls + counted.unlinkCalls + counted.otherCalls
      fileCalls = Double(calls) / Double(saves)
      guard calls > 0 else { throw CommandFailure(.internalError, "the tap saw no file call of a save") }
    }

    /// One more stroke at the end of a page: a database takes none twice.
    private static func newStroke(_ index: Int, on page: Page) -> ChangeSet {
      var edits: [Edit] = []
      if case .stroke(var stroke)? = page.elements.last {
        let count = page.elements.count + index
        stroke.id = ElementID(rawValue: UInt64(count + 1))
        edits = [.put(.stroke(stroke), index: count)]
      }
      return ChangeSet(
        reason: .autosave, timeMilliseconds: 1_000,
        pages: [PageChange(page: page, edits: edits, arena: page.arena)])
    }
  }
}
