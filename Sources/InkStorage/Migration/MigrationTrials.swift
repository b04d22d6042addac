internal import InkModel

/// Tries a migrated store out as an app would use it, on a copy that is thrown away.
///
/// 1. Recovery, for each document: several pages are changed and saved, the process ends, and the document
///    opens with exactly these changes.
/// 2. Background, for each document: many pages are changed and saved at once, the app goes to the
///    background, the process ends; again nothing is missing.
/// 3. The bound of the log, for one page: saves write several times what its log may hold. The log stays
///    within its bound, and is gone when the document is closed.
///
/// The end of a process is the release of the backend without closing. After each, the whole document is read
/// and compared. Edits, ids and samples come from the seed.
struct MigrationTrials {
  let access: StoreAccess
  let watch: MigrationWatch
  /// Reduces a page to what the store keeps of it.
  let reduce: (inout Page) -> Void

  func run(_ inventory: StoreInventory) throws(MigrationError) -> TrialOutcome {
    var outcome = TrialOutcome()
    for (index, document) in inventory.documents.enumerated() where !document.pages.isEmpty {
      let base = Double(index) / Double(inventory.documents.count)
      try watch.check(.trials, base)
      var document = document
      try recover(&document, seed: UInt64(index))
      outcome.recoveredDocuments += 1
      try watch.check(.trials, base + 0.5 / Double(inventory.documents.count))
      try background(&document, seed: UInt64(index), &outcome)
    }
    if let document = inventory.documents.first(where: { !$0.pages.isEmpty }) {
      try boundLog(of: document, &outcome)
    }
    return outcome
  }

  private func recover(_ document: inout DocumentInventory, seed: UInt64) throws(MigrationError) {
    let pages = document.pages.indices
    let chosen = Set([pages.lowerBound, pages.count / 2, pages.upperBound - 1]).sorted()
    var edits = TrialEdits(seed: access.environment.seed ^ seed)
    try act("recovery", document.info) { backend throws(StorageError) in
      try edits.makeAndSave(chosen, &document, reason: .autosave, backend, reduce)
    }
    try compare(document, after: "the end of a process")
  }

  private func background(
    _ document: inout DocumentInventory, seed: UInt64, _ outcome: inout TrialOutcome
  ) throws(MigrationError) {
    let chosen = Array(document.pages.indices.prefix(Self.backgroundPagesMax))
    var edits = TrialEdits(seed: access.environment.seed ^ seed ^ 0xBAC6)
    var taken = Duration.zero
    try act("background", document.info) { backend throws(StorageError) in
      taken = try edits.makeAndSave(chosen, &document, reason: .background, backend, reduce) {
        backend throws(StorageError) in
        try backend.background(deadlineMilliseconds: Self.deadlineMilliseconds)
      }
    }
    try compare(document, after: "going to the background")
    guard chosen.count >= outcome.backgroundPages else { return }
    let nanoseconds = UInt64(max(taken / .nanoseconds(1), 0))
    let longest = chosen.count > outcome.backgroundPages ? 0 : outcome.backgroundNanoseconds
    outcome.backgroundPages = chosen.count
    outcome.backgroundNanoseconds = max(longest, nanoseconds)
  }

  private func boundLog(
    of document: DocumentInventory, _ outcome: inout TrialOutcome
  ) throws(MigrationError) {
    // The smallest page, whose journal has the smallest bound.
    let smallest = document.pages.indices.min {
      document.pages[$0].pointCount < document.pages[$1].pointCount
    }
    let info = document.info
    let page = info.pages[smallest ?? 0].id
    guard let bound = LogBound(access.type, directory: access.directory, info.id, page) else { return }
    var longest = 0
    var edits = TrialEdits(seed: access.environment.seed ^ 0x109)
    try act("log", info) { backend throws(StorageError) in
      try edits.redraw(page, points: bound.pointsPerSave, saves: bound.saves, backend) {
        longest = max(longest, SystemCalls.size(ofFileAt: bound.path) ?? 0)
      }
      try backend.closePage(page)
      try backend.closeDocument()
    }
    outcome.logByteCount = longest
    outcome.logByteCountMax = bound.byteCountMax
    outcome.logSaves = bound.saves
    try Self.judge(longest, left: SystemCalls.size(ofFileAt: bound.path) ?? 0, bound)
  }

  /// Throws if a log became longer than its bound, or is left behind after closing.
  static func judge(_ byteCount: Int, left: Int, _ bound: LogBound) throws(MigrationError) {
    guard byteCount <= bound.byteCountMax else {
      throw failure("the log '\(bound.path)' grew to \(byteCount) bytes; its bound is \(bound.byteCountMax)")
    }
    guard left == 0 else {
      throw failure("\(left) bytes of the log '\(bound.path)' were left when the document had been closed")
    }
  }

  /// Opens a document, does something to it and ends the backend.
  private func act(
    _ trial: String, _ info: DocumentInfo, _ body: (any StorageBackend) throws(StorageError) -> Void
  ) throws(MigrationError) {
    do throws(StorageError) { try body(access.open(info.id).backend) } catch {
      if error.isDiskFull { throw MigrationError(error) }
      throw Self.failure("the trial of \(trial) in '\(info.title)' failed: \(error)")
    }
  }

  private func compare(_ wanted: DocumentInventory, after event: String) throws(MigrationError) {
    let found: DocumentInventory
    do throws(MigrationError) {
      found = try StoreSurvey(access: access, watch: watch, step: .trials).read(wanted.info)
    } catch {
      guard error.kind == .damaged else { throw error }
      throw Self.failure("in a trial, after \(event): \(error)")
    }
    if let difference = found.firstDifference(from: wanted) {
      throw Self.failure("in a trial, '\(wanted.info.title)' changed after \(event): \(difference)")
    }
  }

  private static func failure(_ sentence: String) -> MigrationError { MigrationError(.notEqual, sentence) }

  /// As many pages as a writer will hardly have touched between two saves.
  private static let backgroundPagesMax = 20
  /// What a mobile system grants an app that leaves the screen.
  private static let deadlineMilliseconds: UInt64 = 5_000
}
