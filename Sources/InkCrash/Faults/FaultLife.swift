internal import InkModel
internal import InkReplay
internal import InkStorage
internal import InkTap

/// One replay of a plan in which something goes wrong, and which goes on as an app would.
///
/// Method. A call that throws has reported the fault, and is made again at once. If it throws again, the
/// fault lasts. What was to be saved stays pending, in memory, and goes with the next save of the plan; a
/// page with pending changes is not closed. The same holds for an image that has just arrived. What nobody
/// needs, such as idle work or an export, is left. What the app can't go on without, such as opening a page
/// or a change of the list of pages, makes it wait until the fault has cleared; so does the last save before
/// a change of the list, a close or a relaunch, because an app does not leave with unsaved ink; and so does
/// the sixth failed call of a life, because faults pass. A call that throws when the fault has cleared is a
/// refusal: the app ends there, as one that asks to be started again.
///
/// Power is cut, where that matters, when the first call has thrown and when each of the next calls has
/// returned: a later one may make good what was owed to an earlier one. These moments are marked in the log
/// of file calls, if one is written.
///
/// The store's files are kept as they are when the first call has thrown: had the process ended there, they
/// would be all there is. Each page that the store opens is compared with what was saved, images too: an app
/// takes what it is given.
final class FaultLife {
  /// How a life ended.
  struct End {
    var progress: ReplayProgress
    /// Calls that met a fault and threw, and those that met one and returned.
    var reported = 0
    var absorbed = 0
    /// The first call that returned although it had met a fault.
    var firstAbsorbed: String?
    /// What the store went on refusing; nil if nothing.
    var refusal: String?
    /// What a call gave back that was not what had been saved.
    var wrong: String?
    /// The store when a call had thrown for the first time, and how far the replay had come.
    var atFault: (image: StoreImage, progress: ReplayProgress)?
    /// How far the replay had come at each of the moments at which power may be cut; they are marked by their
    /// numbers, from 1.
    var cuts: [ReplayProgress] = []
    /// What went wrong before anything was made to.
    var failure: ReplayError?
  }

  let session: Session
  let plan: ReplayPlan
  let history: DocumentHistory
  let backend: any StorageBackend.Type
  let environment: StoreEnvironment
  /// Where exports go, outside the store.
  let exportPath: String
  let hazard: any Hazard
  var store: (any StorageBackend)?
  var pages = OpenPages()
  /// Pages whose save is due and has failed.
  var pendingPages: [PageID] = []
  /// Images that the store has not taken yet.
  var pendingAssets: [(id: AssetID, byteCount: Int)] = []
  /// Pages that the writer has left with pending changes.
  var leftPages: [PageID] = []
  var number = 0
  var end: End
  let assetByteCounts: [AssetID: Int]
  private var failedCalls = 0
  private var isCleared = false

  private static let failedCallsMax = 6

  init(
    session: Session, plan: ReplayPlan, history: DocumentHistory, backend: any StorageBackend.Type,
    environment: StoreEnvironment, exportPath: String, hazard: any Hazard
  ) {
    self.session = session
    self.plan = plan
    self.history = history
    self.backend = backend
    self.environment = environment
    self.exportPath = exportPath
    self.hazard = hazard
    assetByteCounts = history.assetByteCounts()
    end = End(progress: ReplayProgress(acknowledgedStep: 0, begunStep: 0))
  }

  /// Lives the steps of the plan that lie behind so many, up to a step, and releases the store.
  func run(after firstStep: Int = 0, through lastStep: Int? = nil) -> End {
    end.progress = ReplayProgress(acknowledgedStep: firstStep, begunStep: firstStep)
    hazard.begin()
    for index in firstStep..<(lastStep ?? plan.steps.count) {
      number = index + 1
      end.progress.begunStep = number
      guard carryOut(plan.steps[index]) else { break }
      guard pendingPages.isEmpty else { continue }
      end.progress.acknowledgedStep = number
      if case .edit = plan.steps[index].action { continue }
      if hazard.faultCount > 0 { noteCut() }
    }
    store = nil
    clear()
    return end
  }

  private func noteCut() {
    guard end.cuts.count < Self.cutsMax else { return }
    end.cuts.append(end.progress)
    Tap.mark(RecordedMark(.acknowledged, step: end.cuts.count, phase: "cut"))
  }

  /// The call that threw, the one that was made again, and some behind them.
  private static let cutsMax = 5

  private func clear() {
    guard !isCleared else { return }
    isCleared = true
    hazard.clear()
  }

  /// How a call ended at last.
  enum Attempt { case done, left, ended }

  /// Makes a call until it returns, or until the app leaves it, which it never does with one it needs.
  func attempt(
    _ action: Step.Action, isNeeded: Bool, _ call: () throws(StorageError) -> Void
  ) -> Attempt {
    var tries = 0
    while true {
      tries += 1
      let before = hazard.faultCount
      hazard.willCall(action)
      let error = Self.error(of: call)
      hazard.didCall(action, error)
      if hazard.endsProcess { return .ended }
      let hasMetFault = hazard.faultCount > before
      guard let error else {
        if hasMetFault {
          end.absorbed += 1
          if end.firstAbsorbed == nil { end.firstAbsorbed = "step \(number), \(action.name)" }
        }
        return .done
      }
      if hasMetFault {
        end.reported += 1
        if end.reported == 1 {
          keepStore()
          noteCut()
        }
      }
      guard hazard.faultCount > 0 else {
        end.failure = .store(error, step: number, action: action.name)
        return .ended
      }
      failedCalls += 1
      if isCleared {
        end.refusal = "step \(number), \(action.name): \(error)"
        return .ended
      }
      guard tries > 1 else { continue }
      guard isNeeded || failedCalls >= Self.failedCallsMax else { return .left }
      clear()
    }
  }

  /// Keeps the store as the next process would find it if this one ended now.
  private func keepStore() {
    hazard.suspend()
    defer { hazard.resume() }
    guard let image = try? StoreImage(directory: environment.directory) else { return }
    end.atFault = (image, end.progress)
  }

  private static func error(of call: () throws(StorageError) -> Void) -> StorageError? {
    do throws(StorageError) { try call() } catch { return error }
    return nil
  }
}
