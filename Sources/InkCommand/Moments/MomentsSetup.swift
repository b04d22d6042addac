internal import InkModel
internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkStorage

/// Everything that is known before moments are measured.
struct MomentsSetup {
  let request: MomentRequest
  let work: MomentsReport.Work
  let omissions: [String]
  let storeDirectory: String
  let outputDirectory: String
  /// The command line that repeats it.
  let commandLine: String

  init(_ command: MomentsCommand, in context: Context) throws(CommandFailure) {
    let operand = try SessionOperand(
      command.workload ?? WorkloadLibrary.standardName, seed: command.seed, in: context)
    let document = try Self.document(operand)
    let list = try CaseList(of: command, sessions: [operand.name], in: context)
    omissions = list.omissions
    // Each size once, the smallest first: a library grows.
    let sizes = command.library.isEmpty ? Moment.librarySizesStandard : Set(command.library).sorted()
    request = MomentRequest(
      cases: list.cases,
      moments: Moment.all(
        of: command.moments.isEmpty ? Moment.Kind.allCases : command.moments, librarySizes: sizes),
      repetitions: command.repetitions, document: document)
    work = MomentsReport.Work(
      workload: operand.name, seed: document.seed, pages: document.pageCount, strokes: document.strokeCount,
      points: document.pointCount, openedPagePoints: document.openedPagePointCount,
      imageBytes: MomentRequest.imageByteCount, librarySizes: sizes, repetitions: command.repetitions)
    storeDirectory = context.absolutePath(command.store ?? RunSetup.standardStore)
    outputDirectory = try RunSetup.outputDirectory(
      command.output
        ?? RunSetup.newReport([operand.name + "-moments"], in: context.environment.currentDirectory),
      in: context)
    commandLine = ([context.environment.programName, MomentsCommand.name] + command.words).joined(
      separator: " ")
  }

  private static func document(_ operand: SessionOperand) throws(CommandFailure) -> MomentsDocument {
    guard case .workload(let json, let seed) = operand.reference else {
      throw CommandFailure(
        .usage, "moments are measured on the pages of a workload, and '\(operand.name)' is a session file")
    }
    let workload: Workload
    do throws(WorkloadError) { workload = try Workload(json: json) } catch { throw CommandFailure(error) }
    do throws(RunError) { return try MomentsDocument(workload: workload, seed: seed) } catch {
      throw CommandFailure(error)
    }
  }

  /// What is about to be done, in a few lines.
  var preflight: String {
    """
    Measures \(count(request.moments.count, "moment")) of \(count(request.cases.count, "store")), each \
    \(work.repetitions) times after once unmeasured
    Document \(work.pages) pages of '\(work.workload)', \(Humanised.count(Double(work.points))) samples
    Store    \(storeDirectory), about \(Humanised.bytes(diskBytes)) at a time
    Time     about \(seconds) s
    Report   \(outputDirectory)

    """
  }

  private func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  private var notebooks: Int {
    request.moments.filter { $0.kind == .listLibrary }.compactMap(\.size).max() ?? 0
  }

  /// As text, twice: a copy is exported.
  private var diskBytes: Double {
    Double(work.points) * Self.textBytesPerPoint * 2 + Double(notebooks) * Self.bytesPerNotebook
  }

  /// A reckoning from what stores were seen to take here and there, and from the syncs that the disk gives.
  private var seconds: Int {
    let place = FileSystem.existingParent(of: storeDirectory)
    let syncSeconds = Double(SyncProbe.medianNanoseconds(in: place) ?? 0) / 1e9
    let synced = request.cases.count {
      $0.name.durability > .processCrash && $0.backend.traits.retainsContent
    }
    let dropped = request.moments.filter(\.isCold).compactMap(\.size).reduce(0, +)
    let repetitions = Double(work.repetitions + 1)
    let perStore =
      Double(notebooks) * Self.secondsPerNotebook
      + repetitions * Double(request.moments.count) * Self.secondsPerRepetition
      + repetitions * Double(dropped) * Self.secondsPerDrop
    let syncs = repetitions * Double(request.moments.reduce(0) { $0 + Self.syncs(of: $1, work.pages) })
    let seconds = Double(request.cases.count) * perStore + Double(synced) * syncs * syncSeconds
    return max(1, Int(seconds.rounded(.up)))
  }

  /// What a store with one file a page syncs in a repetition, preparing and undoing included.
  private static func syncs(of moment: Moment, _ pages: Int) -> Int {
    switch moment.kind {
    case .openDocument, .openPage, .listLibrary: 0
    case .insertImage: 10
    case .backgroundFlush: 4 * (moment.size ?? 1) + 4
    case .movePage: 6
    case .export: pages + 10
    }
  }

  private static let textBytesPerPoint = 16.0
  /// Two pages, lists and a cover, in blocks of the disk.
  private static let bytesPerNotebook = 60_000.0
  private static let secondsPerNotebook = 0.002
  private static let secondsPerRepetition = 0.01
  /// Dropping one notebook's files from memory.
  private static let secondsPerDrop = 0.0001
}

extension MomentsCommand {
  /// The options as a user would write them to repeat it.
  fileprivate var words: [String] {
    var words = [workload].compactMap(\.self)
    if !backends.isEmpty { words += ["--backend", backends.joined(separator: ",")] }
    if !codecs.isEmpty { words += ["--codec", codecs.joined(separator: ",")] }
    if !durabilities.isEmpty {
      words += ["--durability", durabilities.map(\.rawValue).joined(separator: ",")]
    }
    if !moments.isEmpty { words += ["--moment", moments.map(\.rawValue).joined(separator: ",")] }
    if !library.isEmpty { words += ["--library", library.map(String.init).joined(separator: ",")] }
    words += ["--repeat", "\(repetitions)"]
    if let seed { words += ["--seed", "\(seed)"] }
    if let store { words += ["--store", store] }
    return words
  }
}
