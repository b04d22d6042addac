internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkStorage
internal import InkTap

/// One store on which moments are measured, in this process.
///
/// Every repetition begins alike: nothing is open, and the document is as it was built. It starts a backend
/// of its own, prepares what the moment needs, measures that and nothing else, and undoes it.
final class MomentBench {
  let task: MomentTask
  let type: any StorageBackend.Type
  let environment: StoreEnvironment
  let base: Base
  private var running: (any StorageBackend)?
  /// The notebooks that lie in the library so far.
  var notebookCount = 0
  let image = PlacedImage(
    id: ElementID(rawValue: Ids.firstNew), frame: Frame(x: 500, y: 500, width: 2_000, height: 1_500),
    asset: AssetID(rawValue: Ids.firstNew))
  let imageBytes: [UInt8]
  /// Of the last save, in milliseconds: as many digits at each, so that none writes a byte more.
  private var time: UInt64 = 1_000_000_000

  enum Ids {
    /// Above all names that a workload's base uses.
    static let firstNew: UInt64 = 1 << 52
  }

  init(_ task: MomentTask, _ type: any StorageBackend.Type, _ codec: any PageCodec) throws(MomentFailure) {
    self.task = task
    self.type = type
    imageBytes = AssetBytes.make(image.asset, byteCount: MomentRequest.imageByteCount)
    environment = StoreEnvironment(
      directory: task.place + "/store", durability: task.durability, codec: codec, seed: task.document.seed)
    do throws(RunError) {
      base = try task.document.base()
      try StoreCopy.makeDirectory(environment.directory)
    } catch {
      throw .run(error)
    }
    do throws(ReplayError) { try BaseBuilder.build(base, with: type, in: environment) } catch {
      guard case .store(let cause, _, let action) = error else { throw .run(.child(error.description)) }
      throw .store(cause, during: action)
    }
    // What building left to be written must not be written while something is measured.
    Platform.syncEverything()
  }

  /// Does a moment once unmeasured, and then as often as was asked.
  func samples(of moment: Moment) throws(MomentFailure) -> [MomentSample] {
    var samples: [MomentSample] = []
    samples.reserveCapacity(task.repetitions)
    _ = try once(moment, isRehearsal: true)
    for _ in 0..<task.repetitions { samples.append(try once(moment, isRehearsal: false)) }
    return samples
  }

  private func once(_ moment: Moment, isRehearsal: Bool) throws(MomentFailure) -> MomentSample {
    defer { running = nil }
    return switch moment.kind {
    case .openDocument: try openDocument(isCold: moment.isCold)
    case .openPage: try openPage(isCold: moment.isCold)
    case .listLibrary: try listLibrary(of: moment.size ?? 1, isCold: moment.isCold)
    case .insertImage: try insertImage(isRehearsal)
    case .backgroundFlush: try flush(moment.size ?? 1, isRehearsal)
    case .movePage: try movePage(isRehearsal)
    case .export: try export()
    }
  }
}

// MARK: - Calls

extension MomentBench {
  /// Starts a backend on the document's store, or on another, in the place of the one that ran.
  func start(in directory: String? = nil, durability: Durability? = nil) throws(MomentFailure) {
    running = nil
    var environment = environment
    if let directory { environment.directory = directory }
    if let durability { environment.durability = durability }
    do throws(StorageError) { running = try type.init(environment) } catch {
      throw .store(error, during: "starting")
    }
  }

  /// Makes some calls on the store that are not measured.
  func ask<Answer>(
    _ step: String, _ calls: (any StorageBackend) throws(StorageError) -> Answer
  ) throws(MomentFailure) -> Answer {
    guard let running else { throw .run(.child("no store runs while \(step)")) }
    do throws(StorageError) { return try calls(running) } catch { throw .store(error, during: step) }
  }

  /// Makes the calls that are the moment, and measures them.
  ///
  /// The tap and the kernel's account are read outside of the time. A cold moment must have made the kernel
  /// fetch something, or it was not cold, unless it read nothing at all.
  func measure(
    _ step: String, isCold: Bool = false, _ calls: (any StorageBackend) throws(StorageError) -> Void
  ) throws(MomentFailure) -> MomentSample {
    guard let running else { throw .run(.child("no store runs while \(step)")) }
    let fetched = isCold ? PageCache.fetchedBytes() : nil
    let before = Tap.snapshot()
    let start = Clock.nanoseconds()
    do throws(StorageError) { try calls(running) } catch { throw .store(error, during: step) }
    let nanoseconds = Clock.nanoseconds() - start
    let roles = RoleTotals.all(of: Tap.snapshot() - before)
    guard isCold else { return MomentSample(nanoseconds: nanoseconds, roles: roles) }
    guard let fetched, let now = PageCache.fetchedBytes() else {
      throw .withheld("the kernel does not say what it fetched from the device")
    }
    guard now > fetched || roles.allSatisfy({ $0.readBytes == 0 }) else {
      throw .withheld("the store read its files and the kernel fetched nothing, so they were in memory")
    }
    return MomentSample(nanoseconds: nanoseconds, roles: roles, deviceReadBytes: now - fetched)
  }

  func nextTime() -> UInt64 {
    time += 500
    return time
  }

  /// Notes that content is wrong unless a condition holds; a store that keeps nothing is not asked.
  func check(_ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String)
    throws(MomentFailure)
  {
    guard type.traits.retainsContent else { return }
    if !condition() { throw .content(sentence()) }
  }
}
