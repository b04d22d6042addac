import InkCrash
import InkTap
import Testing

/// Foundation names its temporary files by process and chance; states have to be the same all the same.
@Suite("Temporary names in recordings") struct TemporaryNameTests {
  /// Two replacements of a file by way of temporary names, over a base that holds one that was left behind.
  private func recording(_ left: String, _ one: String, _ two: String) -> CrashRecording {
    let base = StoreImage(
      directories: ["pages"],
      files: [
        StoreImage.File(path: "pages/a", bytes: [1, 2, 3]),
        StoreImage.File(path: "pages/\(left)", bytes: [4]),
      ])
    var log = LogBuilder(base: base)
    for (step, name) in [one, two].enumerated() {
      log.begin(step + 1)
      log.create("pages/" + name)
      log.write("pages/" + name, [UInt8](repeating: UInt8(7 + step), count: 600))
      log.sync("pages/" + name)
      log.rename("pages/" + name, "pages/a")
      log.acknowledge(step + 1)
    }
    log.remove("pages/" + left)
    return CrashRecording(base: base, entries: log.entries)
  }

  @Test("Two recordings that differ in such names alone give the same states")
  func equal() throws {
    let one = recording(".dat.nosync1f0a.Xy12Zq", ".dat.nosync1f0a.zzzzzz", ".dat.nosync1f0a.aaaaaa")
    let other = recording(".dat.nosync77.b", ".dat.nosync77.a", ".dat.nosync77.c")
    #expect(one.base == other.base && one.entries == other.entries)
    for name in ["process-crash", "posix-strict"] {
      let (profile, states) = try states(of: one, name)
      #expect(states.count > 4)
      #expect(try self.states(of: other, name).states == states)
      #expect(
        try CrashModel(base: one.base, entries: one.entries).outcomes(profile).contains {
          $0.contains("pages/.dat.nosync-2")
        }, "such a file is still seen as left behind")
    }
  }

  private func states(
    of recording: CrashRecording, _ name: String
  ) throws -> (profile: CrashProfile, states: [StateDigest]) {
    let profile = profile(name)
    let model = try CrashModel(base: recording.base, entries: recording.entries)
    return (profile, model.states(profile).map(\.digest))
  }

  @Test("What was renamed once stays what it is, as where a bundle's log is read again")
  func again() {
    let one = recording(".dat.nosync1.a", ".dat.nosync1.b", ".dat.nosync1.c")
    let again = CrashRecording(base: one.base, entries: one.entries)
    #expect(again.base == one.base && again.entries == one.entries)
  }
}
