internal import InkModel
internal import InkReport
internal import InkStorage

/// What one case of a run will write, store and sync.
struct CaseCost {
  let baseBytes: UInt64
  /// The largest working copy: a round's store and its export.
  let largestCopyBytes: UInt64
  /// The base, and each round's copy of it, saves and floor; one round more records file calls, and some
  /// count allocations.
  let roundBytes: UInt64
  /// A crash trial copies the excerpt's base and on average gets half way through its saves.
  let crashBytes: UInt64
  private let crashTrials: Int
  private let crashStates: Int
  /// What one replay, and what one floor, writes.
  private let replayBytes: Double
  private let floorTotalBytes: Double
  private let replaySyncs: Int

  init(_ cost: SessionCost, _ runCase: RunCase, _ request: RunRequest) {
    let traits = runCase.backend.traits
    let rounds = request.rounds + 1 + Runner.allocationRounds
    let trials = request.crashTrialsPerCase
    let base = Double(cost.basePoints * SamplePoint.byteCount)
    let saved = Self.savedBytes(cost, traits)
    // Only a database's log is written over; other floors are as large as a save.
    let floorFile = traits.level == 2 ? Self.floorBytes : 0
    baseBytes = UInt64(base)
    largestCopyBytes = 2 * (baseBytes + cost.logicalBytes * 2 + UInt64(cost.assetBytes)) + floorFile
    let perSave = cost.saveCount == 0 ? 0 : saved / Double(cost.saveCount)
    let floor = perSave * Double(min(cost.saveCount, Self.floorSamples)) + Double(floorFile)
    crashTrials = trials
    crashStates = request.crashStatesPerCase
    replayBytes = base + saved
    floorTotalBytes = floor
    replaySyncs = cost.saveCount * Self.syncsPerSave(runCase.name.durability)
    roundBytes = UInt64(base + Double(rounds) * (base + saved) + Double(request.rounds) * floor)
    crashBytes = UInt64(
      Double(trials) * (base * cost.excerptBaseShare + saved * cost.excerptEventShare / 2))
  }

  /// How long each step should take, on a disk of these properties.
  func seconds(bytesPerSecond: Double, syncSeconds: Double, childSeconds: Double) -> StepSeconds {
    var seconds = StepSeconds()
    let replay = replayBytes / bytesPerSecond + Double(replaySyncs) * syncSeconds
    seconds.base = Double(baseBytes) / bytesPerSecond + childSeconds
    seconds.round = replay + floorTotalBytes / bytesPerSecond + 3 * childSeconds
    seconds.recorded = replay + childSeconds
    seconds.allocations = Double(Runner.allocationRounds) * (replay + childSeconds)
    if crashTrials > 0 {
      seconds.crashTrial = Double(crashBytes) / Double(crashTrials) / bytesPerSecond + 2 * childSeconds
    }
    if crashStates > 0 {
      // Its files are small, lie beside the stores of the run, and are not synced.
      seconds.crashStates =
        Double(crashStates) * Self.secondsPerCrashState + Double(Self.crashStateChildren) * childSeconds
    }
    return seconds
  }

  /// What the saves of one round write, by what a level rewrites; other stores are taken to rewrite pages.
  ///
  /// A store whose unit is the document and that is no database rewrites all of it for each save.
  /// A journal writes its edits twice, once more when it is compacted; a database writes whole pages to its
  /// log and moves them from there, about seven times the edits of our workloads and twice the assets.
  private static func savedBytes(_ cost: SessionCost, _ traits: BackendTraits) -> Double {
    let logical = Double(cost.logicalBytes)
    let assets = Double(cost.assetBytes)
    return switch (traits.level, traits.unit) {
    case (1, _): logical * 2 + assets
    case (2, _): logical * 7 + assets * 2
    case (_, .document): Double(cost.rewrittenNotebookPoints * SamplePoint.byteCount)
    default: Double(cost.rewrittenPoints * SamplePoint.byteCount) + assets
    }
  }

  private static func syncsPerSave(_ durability: Durability) -> Int {
    switch durability {
    case .processCrash: 0
    case .powerConsistent: 1
    case .powerDurable: 2
    }
  }

  /// Most generated states are of a content that was checked before.
  private static let secondsPerCrashState = 150e-6
  /// Those that record, end early to hold the model against them, and check.
  private static let crashStateChildren = 12
  /// How many saves a floor repeats, and the file that it may make ready to be written over.
  private static let floorSamples = 125
  private static let floorBytes: UInt64 = 4_096_000
}
