import InkCrash
import InkReplay
import Testing

/// The sequences that were replayed on real file systems: what was found there must be possible in the model,
/// and where it was durable nothing else may be.
@Suite struct ProfileCalibrationTests {
  enum Sequence: String, CaseIterable, Sendable {
    case createAndSync, renameOver, renameFresh, safeSave, safeSaveWithDirectory, append
  }

  /// What the name shows at the mark, each file system in its turn.
  private static let found: [Sequence: [String: String]] = [
    .createAndSync: ["ext4-ordered": "NEW", "ext4-noauto_da_alloc": "NEW", "xfs": "NEW", "btrfs": "NEW"],
    .renameOver: ["ext4-ordered": "NEW", "ext4-noauto_da_alloc": "", "xfs": "", "btrfs": "OLD"],
    .renameFresh: ["ext4-ordered": "", "ext4-noauto_da_alloc": "", "xfs": "", "btrfs": "absent"],
    .safeSave: ["ext4-ordered": "OLD", "ext4-noauto_da_alloc": "OLD", "xfs": "OLD", "btrfs": "OLD"],
    .safeSaveWithDirectory: [
      "ext4-ordered": "NEW", "ext4-noauto_da_alloc": "NEW", "xfs": "NEW", "btrfs": "NEW",
    ],
    .append: ["ext4-ordered": "OLD", "ext4-noauto_da_alloc": "OLD", "xfs": "OLD", "btrfs": "OLD"],
  ]

  /// Bytes that ext4 had made room for, and that have not arrived.
  private static let zeros = "\0\0\0"

  /// All that the model allows the name to show at the mark.
  private static let possible: [Sequence: [String: Set<String>]] = [
    .createAndSync: [
      "ext4-ordered": ["NEW"], "ext4-noauto_da_alloc": ["NEW"], "xfs": ["NEW"], "btrfs": ["NEW"],
      "posix-strict": ["NEW", "absent"], "process-crash": ["NEW"],
    ],
    .renameOver: [
      "ext4-ordered": ["NEW"], "ext4-noauto_da_alloc": ["NEW", "", zeros], "xfs": ["NEW", ""],
      "btrfs": ["OLD", "NEW"], "posix-strict": ["OLD", "NEW", "", "\0\0\0", "\u{FFFD}"],
      "process-crash": ["NEW"],
    ],
    .renameFresh: [
      "ext4-ordered": ["NEW", "", zeros], "ext4-noauto_da_alloc": ["NEW", "", zeros], "xfs": ["NEW", ""],
      "btrfs": ["absent", "NEW"], "posix-strict": ["absent", "NEW", "", "\0\0\0", "\u{FFFD}"],
      "process-crash": ["NEW"],
    ],
    .safeSave: [
      "ext4-ordered": ["OLD", "NEW"], "ext4-noauto_da_alloc": ["OLD", "NEW"], "xfs": ["OLD", "NEW"],
      "btrfs": ["OLD", "NEW"], "posix-strict": ["OLD", "NEW"], "process-crash": ["NEW"],
    ],
    .safeSaveWithDirectory: [
      "ext4-ordered": ["NEW"], "ext4-noauto_da_alloc": ["NEW"], "xfs": ["NEW"], "btrfs": ["NEW"],
      "posix-strict": ["NEW"], "process-crash": ["NEW"],
    ],
    .append: [
      "ext4-ordered": ["OLD", "OLDNEW", "OLD" + zeros],
      "ext4-noauto_da_alloc": ["OLD", "OLDNEW", "OLD" + zeros], "xfs": ["OLD", "OLDNEW"],
      "btrfs": ["OLD", "OLDNEW"],
      "posix-strict": ["OLD", "OLDNEW", "OLD\0\0\0", "OLD\u{FFFD}"], "process-crash": ["OLDNEW"],
    ],
  ]

  private static func log(_ sequence: Sequence) -> LogBuilder {
    let hasOld = sequence != .createAndSync && sequence != .renameFresh
    var log = LogBuilder(
      base: StoreImage(files: hasOld ? [.init(path: "page", bytes: bytes("OLD"))] : []))
    func writeOther() {
      log.create("other")
      log.write("other", bytes("x"))
      log.sync("other")
    }
    switch sequence {
    case .createAndSync:
      log.create("page")
      log.write("page", bytes("NEW"))
      log.sync("page")
    case .renameOver, .renameFresh:
      log.create("page.tmp")
      log.write("page.tmp", bytes("NEW"))
      log.rename("page.tmp", "page")
      writeOther()
    case .safeSave, .safeSaveWithDirectory:
      log.create("page.tmp")
      log.write("page.tmp", bytes("NEW"))
      log.sync("page.tmp")
      log.rename("page.tmp", "page")
      if sequence == .safeSaveWithDirectory { log.sync("") }
    case .append:
      log.write("page", bytes("NEW"))
      writeOther()
    }
    log.acknowledge(1)
    return log
  }

  /// What the name shows after the mark; bytes that were never written as U+FFFD if they are garbage.
  private static func shown(_ sequence: Sequence, _ name: String) throws -> Set<String> {
    let model = try log(sequence).model()
    var images = CrashImages(model: model, profile: profile(name))
    let states = model.states(profile(name)).filter { $0.progress.acknowledgedStep == 1 }
    return Set(
      states.map { state in
        guard let bytes = images.image(of: state).bytes(of: "page") else { return "absent" }
        return String(decoding: bytes.filter { $0 < 0x80 }, as: UTF8.self)
          + (bytes.contains(0xA5) ? "\u{FFFD}" : "")
      })
  }

  @Test(
    "What a real file system showed is possible in its profile, and what it kept for sure is all there is",
    arguments: Sequence.allCases)
  func sequences(_ sequence: Sequence) throws {
    for (name, possible) in try #require(Self.possible[sequence]) {
      let shown = try Self.shown(sequence, name)
      #expect(shown == possible, "\(name)")
      if let found = Self.found[sequence]?[name] { #expect(shown.contains(found), "\(name)") }
    }
  }
}
