internal import CIOTap
internal import InkModel

extension RecordedEntry {
  /// An entry in Swift's terms; nil if its kind, role or mark means nothing here.
  init?(_ entry: inktap_log_entry, _ parts: EntryParts) {
    switch UInt32(entry.kind) {
    case INKTAP_LOG_FILE.rawValue: self = .file(RecordedFile(entry, parts))
    case INKTAP_LOG_MARK.rawValue:
      guard let kind = RecordedMark.Kind(rawValue: entry.flags), let step = Int(exactly: entry.offset) else {
        return nil
      }
      var mark = RecordedMark(kind, step: step, phase: parts.path, intendedMilliseconds: entry.size)
      mark.operationCount = entry.operation
      mark.nanoseconds = entry.start_nanoseconds
      self = .mark(mark)
    default:
      guard let operation = RecordedOperation(entry, parts) else { return nil }
      self = .operation(operation)
    }
  }
}

extension RecordedFile {
  fileprivate init(_ entry: inktap_log_entry, _ parts: EntryParts) {
    number = Int(entry.file)
    inode = entry.offset
    device = UInt64(bitPattern: entry.result)
    length = entry.size
    mode = entry.mode
    isNew = entry.facts & UInt8(INKTAP_LOG_CREATED.rawValue) != 0
    path = parts.path
  }
}

extension RecordedOperation {
  fileprivate init?(_ entry: inktap_log_entry, _ parts: EntryParts) {
    guard let kind = Kind(logged: UInt32(entry.kind)),
      let role = FileRole.allCases.first(where: { $0.tapIndex == Int(entry.role) })
    else { return nil }
    self.kind = kind
    self.role = role
    number = entry.operation
    thread = Int(entry.thread)
    descriptor = Int(entry.descriptor)
    file = Self.number(entry.file)
    target = Self.number(entry.target)
    directory = Self.number(entry.directory)
    targetDirectory = Self.number(entry.target_directory)
    flags = Int32(bitPattern: entry.flags)
    statusFlags = Int32(bitPattern: entry.status_flags)
    offset = entry.offset
    size = entry.size
    result = entry.result
    error = entry.error
    mode = entry.mode
    startNanoseconds = entry.start_nanoseconds
    nanoseconds = entry.nanoseconds
    path = parts.path
    targetPath = parts.targetPath
    contents = parts.contents
    isWhole = entry.facts & UInt8(INKTAP_LOG_IS_WHOLE.rawValue) != 0
    createsFile = entry.facts & UInt8(INKTAP_LOG_CREATED.rawValue) != 0
    isNameless = entry.facts & UInt8(INKTAP_LOG_NAMELESS.rawValue) != 0
  }

  private static func number(_ file: UInt32) -> Int? { file == 0 ? nil : Int(file) }
}

extension RecordedOperation.Kind {
  /// The kind by its number in the log.
  fileprivate init?(logged number: UInt32) {
    switch number {
    case INKTAP_LOG_OPEN.rawValue: self = .open
    case INKTAP_LOG_READ.rawValue: self = .read
    case INKTAP_LOG_WRITE.rawValue: self = .write
    case INKTAP_LOG_COPY.rawValue: self = .copy
    case INKTAP_LOG_TRUNCATE.rawValue: self = .truncate
    case INKTAP_LOG_ALLOCATE.rawValue: self = .allocate
    case INKTAP_LOG_CLONE.rawValue: self = .clone
    case INKTAP_LOG_SYNC.rawValue: self = .sync
    case INKTAP_LOG_SYNC_DATA.rawValue: self = .syncData
    case INKTAP_LOG_SYNC_RANGE.rawValue: self = .syncRange
    case INKTAP_LOG_SYNC_ALL.rawValue: self = .syncAll
    case INKTAP_LOG_SYNC_MAPPING.rawValue: self = .syncMapping
    case INKTAP_LOG_RENAME.rawValue: self = .rename
    case INKTAP_LOG_LINK.rawValue: self = .link
    case INKTAP_LOG_SYMLINK.rawValue: self = .symlink
    case INKTAP_LOG_REMOVE.rawValue: self = .remove
    case INKTAP_LOG_MAKE_DIRECTORY.rawValue: self = .makeDirectory
    case INKTAP_LOG_REMOVE_DIRECTORY.rawValue: self = .removeDirectory
    case INKTAP_LOG_CLOSE.rawValue: self = .close
    default: return nil
    }
  }
}
