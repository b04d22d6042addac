import InkCrash
import InkModel

/// Makes logs by chance, of a few files and one directory, for properties that hold for all of them.
struct RandomLogs {
  private var random: SplitMix64
  private var log: LogBuilder
  private var files = ["a", "b"]
  private var made = 0
  private var hasDirectory = false

  private static let base = StoreImage(files: [
    .init(path: "a", bytes: [UInt8](repeating: 0x61, count: 6_000)), .init(path: "b", bytes: bytes("bbbb")),
  ])

  private init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    log = LogBuilder(base: Self.base)
  }

  /// A model of so many calls, with marks; syncs, some of which fail, only if wanted.
  static func model(seed: UInt64, calls: Int, syncs: Bool) throws -> CrashModel {
    var logs = RandomLogs(seed: seed)
    for call in 0..<calls {
      if syncs, logs.random.chance(0.1) { logs.log.begin(call + 1) }
      logs.append(syncs: syncs)
      if syncs, logs.random.chance(0.1) { logs.log.acknowledge(call + 1) }
    }
    return try logs.log.model()
  }

  private mutating func append(syncs: Bool) {
    let file = files.randomElement(using: &random) ?? "a"
    switch random.below(syncs ? 12 : 9) {
    case 0, 1, 2: write(file)
    case 3: log.truncate(file, to: [0, 100, 4_096, 5_000, 9_000].randomElement(using: &random) ?? 0)
    case 4: rename(file)
    case 5: create()
    case 6 where files.count > 1:
      log.remove(file)
      files.removeAll { $0 == file }
    case 7 where !files.contains("link"):
      log.link(file, "link")
      files.append("link")
    case 8 where !hasDirectory:
      hasDirectory = true
      log.makeDirectory("d")
    case 9, 10: log.sync(file, fails: random.chance(0.2))
    case 11: log.sync(hasDirectory && random.chance(0.5) ? "d" : "")
    default: write(file)
    }
  }

  private mutating func write(_ file: String) {
    let offset = [0, 30, 600, 4_000, 5_990].randomElement(using: &random) ?? 0
    let count = [1, 40, 700, 5_000].randomElement(using: &random) ?? 1
    log.write(file, [UInt8](repeating: UInt8(1 + random.below(250)), count: count), at: offset)
  }

  private mutating func create() {
    made += 1
    let path = (hasDirectory && random.chance(0.5) ? "d/" : "") + "n\(made)"
    log.create(path)
    files.append(path)
  }

  private mutating func rename(_ file: String) {
    // Two names of one file can't be renamed onto each other.
    guard !files.contains("link") else { return write(file) }
    let others = files.filter { $0 != file } + ["r\(made)"].filter { !files.contains($0) }
    guard let to = others.randomElement(using: &random) else { return }
    log.rename(file, to)
    files.removeAll { $0 == file || $0 == to }
    files.append(to)
  }
}
