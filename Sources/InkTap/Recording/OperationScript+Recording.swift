package import InkModel

extension OperationScript {
  /// The script of a recording: its calls without their contents, sorted into the calls on the store.
  ///
  /// What happened between two marks that begin and end a call is one step; what happened between steps, by a
  /// store that works on, is a step of the phase `outside`. A call that failed is `other`, and one that led
  /// to no file is left out, as are calls that had not returned. Files that were temporary when a call was
  /// made have the role that a rename gave them later, as in the counters.
  package init(_ entries: [RecordedEntry]) {
    var builder = ScriptBuilder(entries)
    for entry in entries {
      switch entry {
      case .file: break
      case .mark(let mark): builder.take(mark)
      case .operation(let operation): builder.take(operation)
      }
    }
    self = builder.script
  }

  /// The phase of what a store does between two calls on it.
  package static let outsidePhase = "outside"
}

/// Sorts the entries of a recording into steps.
private struct ScriptBuilder {
  private(set) var script = OperationScript(initialLengths: [], steps: [])
  private let files: [Int: RecordedFile]
  /// Files of the script, by their numbers in the recording.
  private var indices: [Int: Int] = [:]
  /// When the step began that is under way; nil between steps.
  private var begunNanoseconds: UInt64?
  /// Operations on files that have no role yet, by file.
  private var temporary: [Int: [(step: Int, operation: Int)]] = [:]

  init(_ entries: [RecordedEntry]) {
    var files: [Int: RecordedFile] = [:]
    for case .file(let file) in entries { files[file.number] = file }
    self.files = files
  }

  mutating func take(_ mark: RecordedMark) {
    guard mark.kind != .begun else {
      begunNanoseconds = mark.nanoseconds
      return begin(mark.phase, mark.intendedMilliseconds)
    }
    guard let begun = begunNanoseconds, let step = script.steps.indices.last else { return }
    let inCalls = script.steps[step].operations.reduce(0) { $0 &+ $1.nanoseconds }
    let whole = mark.nanoseconds > begun ? mark.nanoseconds - begun : 0
    script.steps[step].computeNanoseconds = whole > inCalls ? whole - inCalls : 0
    begunNanoseconds = nil
  }

  private mutating func begin(_ phase: String, _ milliseconds: UInt64) {
    script.steps.append(
      OperationScript.Step(
        phase: phase, intendedMilliseconds: milliseconds, computeNanoseconds: 0, operations: []))
  }

  mutating func take(_ recorded: RecordedOperation) {
    guard recorded.isWhole, let number = recorded.file else { return }
    if begunNanoseconds == nil, script.steps.last?.phase != OperationScript.outsidePhase {
      begin(OperationScript.outsidePhase, script.steps.last?.intendedMilliseconds ?? 0)
    }
    let failed = recorded.result < 0
    let kind = failed ? .other : kind(of: recorded)
    var operation = FileOperation(
      kind, role: recorded.role, file: index(of: number), nanoseconds: recorded.nanoseconds)
    switch kind {
    case .rename, .link: operation.target = recorded.target.map { index(of: $0) }
    case .read, .write: (operation.offset, operation.length) = (recorded.offset, UInt64(recorded.result))
    case .truncate: operation.offset = recorded.offset
    case .allocate: (operation.offset, operation.length) = (recorded.offset, recorded.size)
    default: break
    }
    let step = script.steps.count - 1
    script.steps[step].operations.append(operation)
    let place = (step, script.steps[step].operations.count - 1)
    settle(operation, of: number, at: place, isNamed: !failed && (kind == .rename || kind == .link))
  }

  /// A temporary file waits for the rename that tells what it was for.
  private mutating func settle(
    _ operation: FileOperation, of file: Int, at place: (step: Int, operation: Int), isNamed: Bool
  ) {
    if operation.role == .temporary { return temporary[file, default: []].append(place) }
    guard isNamed, let waiting = temporary.removeValue(forKey: file) else { return }
    for place in waiting { script.steps[place.step].operations[place.operation].role = operation.role }
  }

  private mutating func index(of number: Int) -> Int {
    if let index = indices[number] { return index }
    let file = files[number]
    let isEmpty = file.map { $0.isNew || $0.isDirectory } ?? true
    script.initialLengths.append(isEmpty ? 0 : file?.length ?? 0)
    indices[number] = script.initialLengths.count - 1
    return script.initialLengths.count - 1
  }

  private func kind(of recorded: RecordedOperation) -> FileOperation.Kind {
    let isDirectory = recorded.file.flatMap { files[$0]?.isDirectory } ?? false
    return switch recorded.kind {
    case .open: recorded.createsFile || recorded.flags & Platform.truncateFlag != 0 ? .create : .open
    case .read: .read
    case .write, .copy: .write
    case .truncate: .truncate
    case .allocate: .allocate
    case .sync, .syncAll: isDirectory ? .syncDirectory : .sync
    case .syncData: isDirectory ? .syncDirectory : .syncData
    case .rename: .rename
    case .link, .symlink: .link
    case .remove: .remove
    case .makeDirectory: .makeDirectory
    case .removeDirectory: .removeDirectory
    case .close: .close
    case .clone, .syncRange, .syncMapping: .other
    }
  }
}
