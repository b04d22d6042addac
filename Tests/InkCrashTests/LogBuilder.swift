import InkCrash
import InkModel
import Testing

@testable import InkTap

/// Makes recordings by hand: the entries that the tap would write for a few calls on a store.
struct LogBuilder {
  private(set) var entries: [RecordedEntry] = []
  private let base: StoreImage
  private var numbers: [String: Int] = [:]
  private var lengths: [Int: UInt64] = [:]
  private var fileCount = 0
  private var operationCount: UInt64 = 0

  /// Starts with a store that is there already; the number of its own directory is that of the path "".
  init(base: StoreImage = StoreImage()) {
    self.base = base
    for file in base.files { lengths[tell(file.path, isNew: false)] = UInt64(file.bytes.count) }
    for directory in [""] + base.directories { _ = tell(directory, isNew: false, isDirectory: true) }
  }

  func model() throws -> CrashModel { try CrashModel(base: base, entries: entries) }

  private mutating func tell(_ path: String, isNew: Bool, isDirectory: Bool = false) -> Int {
    fileCount += 1
    numbers[path] = fileCount
    let length = base.bytes(of: path)?.count ?? 0
    entries.append(
      .file(
        RecordedFile(
          number: fileCount, inode: UInt64(fileCount), device: 1, length: UInt64(length),
          mode: isDirectory ? 0o040_755 : 0o100_644, isNew: isNew, path: "/" + path)))
    return fileCount
  }

  /// Appends a call; `change` sets what the others leave as it is.
  mutating func call(
    _ kind: RecordedOperation.Kind, file: Int?, _ change: (inout RecordedOperation) -> Void = { _ in }
  ) {
    operationCount += 1
    var operation = RecordedOperation(
      kind: kind, role: .page, number: operationCount, thread: 1, descriptor: 3, file: file, target: nil,
      directory: nil, targetDirectory: nil, flags: 0, statusFlags: 0, offset: 0, size: 0, result: 0, error: 0,
      mode: 0o644, startNanoseconds: 0, nanoseconds: 1, path: "", targetPath: "", contents: [], isWhole: true,
      createsFile: false, isNameless: false)
    change(&operation)
    entries.append(.operation(operation))
  }

  func number(_ path: String) -> Int { numbers[path] ?? -1 }

  mutating func create(_ path: String) {
    let file = tell(path, isNew: true)
    lengths[file] = 0
    call(.open, file: file) {
      ($0.createsFile, $0.path) = (true, "/" + path)
    }
  }

  mutating func makeDirectory(_ path: String) {
    let file = tell(path, isNew: true, isDirectory: true)
    call(.makeDirectory, file: file) { ($0.createsFile, $0.path) = (true, "/" + path) }
  }

  /// Writes at a place, or at the end.
  mutating func write(_ path: String, _ bytes: [UInt8], at offset: Int? = nil, statusFlags: Int32 = 0) {
    let file = number(path)
    let place = offset.map(UInt64.init) ?? lengths[file] ?? 0
    lengths[file] = max(lengths[file] ?? 0, place + UInt64(bytes.count))
    call(.write, file: file) {
      $0.offset = place
      $0.size = UInt64(bytes.count)
      $0.result = Int64(bytes.count)
      $0.contents = bytes[...]
      $0.statusFlags = statusFlags
    }
  }

  mutating func truncate(_ path: String, to length: Int) {
    lengths[number(path)] = UInt64(length)
    call(.truncate, file: number(path)) { $0.offset = UInt64(length) }
  }

  mutating func rename(_ from: String, _ to: String) {
    let file = number(from)
    let target = numbers[to]
    call(.rename, file: file) {
      ($0.path, $0.targetPath, $0.target) = ("/" + from, "/" + to, target)
    }
    numbers[from] = nil
    numbers[to] = file
  }

  mutating func remove(_ path: String) {
    call(.remove, file: number(path)) { $0.path = "/" + path }
    numbers[path] = nil
  }

  mutating func link(_ from: String, _ to: String) {
    call(.link, file: number(from)) { ($0.path, $0.targetPath) = ("/" + from, "/" + to) }
    numbers[to] = number(from)
  }

  /// Of a file or, by its path, a directory.
  mutating func sync(_ path: String, fails: Bool = false) {
    call(.sync, file: number(path)) { if fails { ($0.result, $0.error) = (-1, 5) } }
  }

  mutating func begin(_ step: Int) {
    entries.append(.mark(RecordedMark(.begun, step: step, phase: "save")))
  }

  mutating func acknowledge(_ step: Int) {
    entries.append(.mark(RecordedMark(.acknowledged, step: step, phase: "save")))
  }
}

extension CrashModel {
  /// Every state of a profile, by what the store holds: for logs so short that nothing is left out.
  func states(
    _ profile: CrashProfile, bounds: ExplorationBounds = ExplorationBounds(), seed: UInt64 = 1
  ) -> [CrashState] {
    var states: [CrashState] = []
    let exploration = CrashExploration(model: self, profile: profile, bounds: bounds, seed: seed)
    _ = exploration.run {
      states.append($0)
      return true
    }
    return states
  }

  /// What stores can hold after a crash, as texts: every path with its bytes, as characters or a summary.
  func outcomes(
    _ profile: CrashProfile, where isMeant: (CrashState) -> Bool = { _ in true }
  ) -> Set<String> {
    var images = CrashImages(model: self, profile: profile)
    return Set(states(profile).filter(isMeant).map { images.image(of: $0).text })
  }
}

extension StoreImage {
  /// Paths with what the files hold, sorted: printable bytes as they are, runs of others as `[count×byte]`.
  var text: String {
    let directories = directories.map { $0 + "/" }
    let files = files.map { "\($0.path)=\(Self.text(of: $0.bytes))" }
    return (directories + files).sorted().joined(separator: " ")
  }

  private static func text(of bytes: [UInt8]) -> String {
    var text = ""
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      var end = index
      while end < bytes.count, bytes[end] == byte { end += 1 }
      let isShort = end - index < 8 && (0x21..<0x7F).contains(byte)
      text +=
        isShort
        ? String(repeating: Character(Unicode.Scalar(byte)), count: end - index)
        : "[\(end - index)×\(String(byte, radix: 16))]"
      index = end
    }
    return text
  }
}

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { [UInt8](text.utf8) }

/// A built-in profile, changed.
func profile(_ name: String, _ change: (inout CrashProfile) -> Void = { _ in }) -> CrashProfile {
  guard var profile = CrashProfile.named(name) else { preconditionFailure("no profile \(name)") }
  change(&profile)
  return profile
}

extension CrashProfile: CustomTestStringConvertible {
  package var testDescription: String { name }
}
