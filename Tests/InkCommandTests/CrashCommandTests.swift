import FoundationEssentials
import Glibc
import InkCommand
import InkModel
import InkReport
import InkStorage
import InkTestFixtures
import Testing

/// What `crash` and its verbs say to what they can't use, and what `crash profiles` prints.
@Suite("inkbench crash, without exploring") struct CrashCommandTests {
  private let directory: TemporaryDirectory
  private var place: String { directory.path }

  init() throws {
    directory = try TemporaryDirectory()
    let profile = try Session("crash profiles xfs").output
    _ = try directory.write(Array(profile.utf8), to: "same.json")
    try write(
      profile, replacing: "\"metadataChain\" : true", by: "\"metadataChain\" : false", to: "other.json")
    try write(profile, replacing: "\"xfs\"", by: "\"ours\"", to: "ours.json")
    try write(profile, replacing: "\"xfs\"", by: "\"ours\"", to: "again.json")
    try write(profile, replacing: "profile/1", by: "profile/2", to: "next.json")
    _ = try directory.write(Array("{\"schema\"".utf8), to: "cut.json")
    try FileManager.default.createDirectory(atPath: place + "/next", withIntermediateDirectories: true)
    _ = try directory.write(Array("{\"schema\":\"inkbench-crash/2\"}".utf8), to: "next/verdicts.json")
    for folder in ["sparse", "piped"] {
      try FileManager.default.createDirectory(atPath: place + "/" + folder, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(atPath: place + "/link.json", withDestinationPath: "ours.json")
    for pipe in ["pipe.json", "piped/bundle.json"] { #expect(unsafe mkfifo(place + "/" + pipe, 0o600) == 0) }
    for hole in ["endless.json", "sparse/big"] {
      _ = try directory.write([], to: hole)
      #expect(unsafe truncate(place + "/" + hole, 3 << 30) == 0)
    }
  }

  private func write(_ text: String, replacing old: String, by new: String, to name: String) throws {
    #expect(text.contains(old), "\(old)")
    _ = try directory.write(Array(text.replacing(old, with: new).utf8), to: name)
  }

  private func run(_ line: String) throws -> (code: ExitCode, errors: String) {
    let words = line.split(separator: " ").map(String.init)
    let session = try Session(words: words, directory: place, registry: Registry.standard())
    #expect(session.output.isEmpty)
    return (session.code, session.errors.replacing(place + "/", with: ""))
  }

  private static func budget(_ word: String) -> (line: String, code: ExitCode, sentence: String) {
    (
      "crash --budget \(word)", .usage,
      "'--budget' takes a number of states, such as 200000, or a time, such as 40s, not '\(word)'"
    )
  }

  static let refusals: [(line: String, code: ExitCode, sentence: String)] =
    ["0", "0s", "-5", "12x", "1e9", "s", "99999999999999999999"].map(budget) + [
      (
        "crash --profile ext4-orderd", .usage,
        "unknown profile 'ext4-orderd', and there is no such file: did you mean 'ext4-ordered'?"
      ),
      ("crash --profile none.json", .unreadableInput, "none.json can't be read: No such file or directory"),
      ("crash --profile pipe.json", .unreadableInput, "pipe.json can't be read: it is no regular file"),
      ("crash --profile /dev/zero", .unreadableInput, "/dev/zero can't be read: it is no regular file"),
      ("crash --profile endless.json", .unreadableInput, "can't be read: it has more than 65536 bytes"),
      ("crash match sparse --report next", .unreadableInput, "sparse holds more than 1024 MiB"),
      (
        "crash replay --bundle none", .unreadableInput, "'none' is no crash bundle: none/bundle.json can't be"
      ),
      (
        "crash replay --bundle piped", .unreadableInput,
        "piped/bundle.json can't be read: it is no regular file"
      ),
      ("crash --fault no-spce", .usage, "or 'no-space@12', not 'no-spce': did you mean 'no-space'?"),
      (
        "crash --fault no-space+twice", .usage,
        "behind 'no-space' may stand a span (once, lasting), and a moment from 1 on"
      ),
      ("crash --profile ./", .unreadableInput, "can't be read: Is a directory"),
      ("crash --profile cut.json", .malformedInput, "cut.json is no usable crash profile: it is no JSON"),
      (
        "crash --profile next.json", .malformedInput,
        "next.json is no usable crash profile: its schema is 'inkbench-crash-profile/2', and this version reads "
          + "'inkbench-crash-profile/1'"
      ),
      (
        "crash --profile other.json", .usage,
        "'other.json' is called 'xfs' as a built-in profile is, and differs; give it another name"
      ),
      (
        "crash --profile ours.json,again.json", .usage,
        "two profiles are called 'ours': name it once, or rename one"
      ),
      ("crash --profile xfs,same.json", .usage, "two profiles are called 'xfs': name it once, or rename one"),
      ("crash --profile xfs --profile xfs", .usage, "'--profile' names 'xfs' twice"),
      ("crash --workers 0", .usage, "'--workers' takes"),
      ("crash --workers -1", .usage, "'--workers' takes a number from 1 to 256, not '-1'"),
      ("crash --workers=-1", .usage, "'--workers' takes a number from 1 to 256, not '-1'"),
      ("crash --faults -1", .usage, "'--faults' takes a number from 0 to 1000000, not '-1'"),
      ("crash --seed -1", .usage, "'--seed' takes a whole number from 0 to 18446744073709551615, not '-1'"),
      ("crash --fault no-space@-1", .usage, "'no-space@-1': behind 'no-space' may stand a span"),
      ("crash calibrate --crashes -1", .usage, "'--crashes' takes a number from 1 to 100000, not '-1'"),
      ("crash replay 12 --report next", .malformedInput, "verdicts.json is no readable report: "),
      ("crash replay 12 --report none", .unreadableInput, "verdicts.json can't be read: No such file"),
      (
        "crash replay 12", .usage,
        "no report here has a state '12'; ids stand in crash.md, and '--report' names its directory"
      ),
      ("crash profiles zfs", .usage, "unknown profile 'zfs': "),
    ]

  @Test("What can't be used is refused in one sentence", arguments: refusals)
  func refusal(line: String, code: ExitCode, sentence: String) throws {
    let refused = try run(line)
    #expect(refused.errors.hasPrefix("inkbench: "), "\(refused.errors)")
    #expect(refused.errors.contains(sentence), "\(refused.errors)")
    #expect(refused.code == code, "\(refused.errors)")
  }

  @Test("The list says of each profile its kind, its basis and whether claims are held")
  func profiles() throws {
    let list = try Session("crash profiles")
    #expect(list.code == .success)
    let text = list.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.hasPrefix("process-crash process, exact, claims held: "))
    #expect(text.contains("ext4-ordered power, calibrated, claims held: "))
    #expect(text.contains("apfs-fsync power, assumed, claims not held: "))
    for line in list.output.split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test("A profile that is printed can be used as a file, under its own name and under another")
  func printed() throws {
    for file in ["same.json", "ours.json", "link.json"] {
      let session = try Session(
        words: ["crash", "--profile", file, "--dry-run"], directory: place, registry: Registry.standard())
      #expect(session.code == .success, "\(session.errors)")
      #expect(
        session.output.contains(" under 1 profile, at most 40,000 states and 400 lives"), "\(session.output)")
    }
  }

  @Test("A program without the codec 'packed' explores with the first that it has")
  func ownCodec() throws {
    let codecs = BuiltInCodecs.all.filter { $0.name != "packed" }
    for (codecs, name) in [
      (codecs, codecs[0].name), (Array(codecs.suffix(1)), codecs[codecs.count - 1].name),
    ] {
      let registry = try Registry(backends: BuiltInBackends.all, codecs: codecs)
      let session = try Session(
        words: ["crash", "--dry-run", "--backend", "snapshot"], directory: place, registry: registry)
      #expect(session.code == .success, "\(name): \(session.errors)")
      #expect(session.output.contains("Explores 3 stores under 13 profiles"), "\(name): \(session.output)")
    }
  }

  @Test("A dry run says whether states, faults or both are tried, and how much of it")
  func dryRun() throws {
    let told = [
      ("", "under 13 profiles, at most 40,000 states and 400 lives with faults each"),
      (" --faults 0 --budget 900", "under 13 profiles, at most 900 states each"),
      (" --budget 40s", "under 13 profiles, for 40 s"),
      (" --fault no-space,failed-sync+lasting --faults 70", "with 2 faults, at most 70 lives each"),
      (" --fault no-space@3", "with 1 fault, at most 400 lives each"),
    ]
    for (words, aim) in told {
      let line = "crash --dry-run --backend snapshot --durability process-crash\(words)"
      let session = try Session(
        words: line.split(separator: " ").map(String.init), directory: place, registry: Registry.standard())
      #expect(session.code == .success, "\(words): \(session.errors)")
      #expect(session.output.contains("Explores 1 store \(aim), with "), "\(words): \(session.output)")
    }
  }

  @Test("A calibration refuses names that it does not know, before anything is mounted")
  func calibrationNames() throws {
    let sequence = try Session("crash calibrate --sequence rename-ovr")
    #expect(sequence.code == .usage)
    #expect(
      sequence.errors.hasPrefix("inkbench: unknown sequence 'rename-ovr': did you mean 'rename-over'?\n"))
    let fileSystem = try Session("crash calibrate --file-system ext5")
    #expect(fileSystem.code == .usage)
    #expect(fileSystem.errors.contains("unknown file system 'ext5': did you mean 'ext4'?"))
  }
}
