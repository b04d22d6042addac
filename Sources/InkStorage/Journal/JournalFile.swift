internal import InkModel

/// A journal as far as it has been written, and the file that it goes on in.
final class JournalFile {
  let path: String
  let subject: JournalSubject
  /// The codec of the frames that are appended.
  private let codec: String
  /// The generation of the snapshot or list that the frames continue.
  private(set) var generation: UInt64
  /// A generation that an older journal under the same name bore; it must not come back.
  private(set) var staleGeneration: UInt64?
  /// How long the journal may be however short the file that it continues.
  private let lengthFloor: Int
  /// The length of the snapshot or list.
  private var continuedByteCount: Int
  /// Where the next frame goes; 0 if the file must be begun anew.
  private(set) var length: Int
  /// The part of it that is kept as the durability class promises.
  private var keptLength: Int
  private var headerChecksum: UInt32
  /// Whether the journal must not be appended to: its tail is uncertain, or edits would be written twice.
  var mustCompact: Bool
  /// Whether a power cut could still take back the names of the journal and of what it continues.
  ///
  /// A process may have ended between giving a name and syncing the directory; the next one sees the name and
  /// can't know. It must sync the directory before it acknowledges more under that name, and before it
  /// empties a stale journal, which is all there is if the older snapshot comes back.
  var hasUncertainNames: Bool
  private var file: File?
  /// As far as room has been asked for.
  private var reservedLength = 0
  /// What the file was when it was opened.
  private var identity: FileIdentity?

  /// Takes up a journal where reading it has ended.
  init(
    _ path: String, of subject: JournalSubject, continuing generation: UInt64, byteCount: Int,
    lengthFloor: Int, _ outcome: JournalReader.Outcome, codec: String, durability: Durability
  ) {
    self.path = path
    self.subject = subject
    self.codec = codec
    self.generation = generation
    self.lengthFloor = lengthFloor
    staleGeneration = outcome.staleGeneration
    continuedByteCount = byteCount
    length = outcome.length
    // A process that ended takes nothing along that it had written. What it had synced nobody knows.
    keptLength = durability == .processCrash ? outcome.length : 0
    headerChecksum = outcome.headerChecksum
    mustCompact = outcome.isTorn || (outcome.codec ?? codec) != codec
    hasUncertainNames = outcome.isThere
  }

  /// A journal may grow to this length before it is compacted.
  ///
  /// Half the file that it continues keeps total writes near three times the journal's own (1 + 1/α with
  /// α = ½), and replaying short beside reading; the floor spares small files a rewrite every few edits.
  static func lengthMax(floor: Int, continuing byteCount: Int) -> Int {
    min(max(floor, byteCount / 2), JournalFormat.byteCountMax)
  }

  var lengthMax: Int { Self.lengthMax(floor: lengthFloor, continuing: continuedByteCount) }

  /// Whether compacting now would be worth its writes, given time that nobody waits for.
  var isWorthCompactingEarly: Bool { length > lengthMax / 2 }

  /// Whether the state can't be read from the snapshot or list alone.
  var hasFrames: Bool { length > JournalFormat.headerByteCount || mustCompact }

  /// The generations that a new one must differ from.
  var generations: [UInt64] { [generation, staleGeneration].compactMap(\.self) }

  /// Begins the frames of a save that is to be appended here.
  func begin(_ writer: inout JournalWriter) {
    if length == 0 {
      writer.begin(JournalHeader(codec: codec, subject: subject, generation: generation))
    } else {
      writer.begin(at: length, under: headerChecksum, earlierIsKept: keptLength == length)
    }
  }

  /// Whether the journal has been opened for appending.
  var isOpen: Bool { identity != nil }

  /// Whether the file that is open is still the one that its path leads to.
  var isInPlace: Bool {
    guard let identity else { return false }
    return SystemCalls.place(path) == .other(identity)
  }

  /// Opens the file, or makes it where the journal is begun anew; false if it is not the one that was read.
  func open() throws(StorageError) -> Bool {
    guard file == nil else { return false }
    let opened = try File(path, length == 0 ? .replace : .update)
    guard opened.openedSize == length else { return false }
    identity = opened.identity
    file = consume opened
    return true
  }

  /// Appends the frames of a save in one write, and syncs them where that is asked for.
  ///
  /// After a failure the tail is uncertain, and what was handed to a failed sync can't be synced again: the
  /// next save begins a new generation instead.
  func append(_ writer: borrowing JournalWriter, _ durability: Durability) throws(StorageError) {
    if durability != .powerDurable { reserveRoom(for: writer.buffer.count) }
    do throws(StorageError) {
      try file?.write(writer.buffer.bytes, at: length)
      if durability == .powerDurable { try file?.syncData() }
    } catch {
      mustCompact = true
      // Best effort: a clean tail reads faster, an unclean one is recognised by its checksum.
      try? file?.truncate(to: length)
      throw error
    }
    length += writer.buffer.count
    headerChecksum = writer.headerChecksum
    if durability != .powerConsistent { keptLength = length }
  }

  /// Asks for the room of many saves at once.
  ///
  /// An append into reserved room finds its blocks there, which on ext4 takes a fifth less time. Where each
  /// append is synced it takes more: each sync then marks blocks as written. What was not used goes with the
  /// file, when the journal is compacted.
  private func reserveRoom(for byteCount: Int) {
    guard length + byteCount > reservedLength else { return }
    file?.reserve(from: length, byteCount: byteCount + Self.reservationByteCount)
    reservedLength = length + byteCount + Self.reservationByteCount
  }

  /// As much as a journal may hold beside a small page, some hundred saves.
  private static let reservationByteCount = 256 << 10

  /// Begins anew behind a snapshot or list that has just taken the place of the old one.
  ///
  /// The old file is removed if the disk lets it go. If not it is stale, and the next append empties it.
  func restart(continuing generation: UInt64, byteCount: Int) {
    file = nil
    identity = nil
    reservedLength = 0
    if length > 0 || SystemCalls.exists(path) { try? SystemCalls.remove(path) }
    self.generation = generation
    continuedByteCount = byteCount
    length = 0
    keptLength = 0
    headerChecksum = 0
    mustCompact = false
  }
}
