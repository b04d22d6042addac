import InkModel
import InkReport
import InkTap
import Testing

@testable import InkCrash

/// Membership: which stores a profile allows while the calls of a sequence return one after the other.
@Suite struct PredictedStatesTests {
  private func file(_ path: String, _ text: String) -> StoreImage.File {
    StoreImage.File(path: path, bytes: bytes(text))
  }

  /// A safe save over a page, each call between its marks.
  private var save: LogBuilder {
    var log = LogBuilder(base: StoreImage(files: [file("page", "OLD")]))
    let calls: [(inout LogBuilder) -> Void] = [
      { $0.create("tmp") }, { $0.write("tmp", bytes("NEW")) }, { $0.sync("tmp") },
      { $0.rename("tmp", "page") }, { $0.sync("") },
    ]
    for (index, call) in calls.enumerated() {
      log.begin(index + 1)
      call(&log)
      log.acknowledge(index + 1)
    }
    return log
  }

  private func predicted(_ profile: String) throws -> PredictedStates {
    try PredictedStates(
      base: StoreImage(files: [file("page", "OLD")]), entries: save.entries,
      profile: InkCrashTests.profile(profile))
  }

  // Red if the call that is under way were left out, if a sync that had not returned forced anything, or if
  // one that had returned forced nothing.
  @Test("A call that is under way may have had its effect, and a sync counts once it has returned")
  func safeSave() throws {
    let states = try predicted("xfs")
    #expect(states.moments.count == 6)
    #expect(states.isComplete)
    let old = StoreImage(files: [file("page", "OLD")]).digest
    let empty = StoreImage(files: [file("page", "OLD"), file("tmp", "")]).digest
    let both = StoreImage(files: [file("page", "OLD"), file("tmp", "NEW")]).digest
    let new = StoreImage(files: [file("page", "NEW")]).digest
    #expect(states.moments[0].digests == [old, empty])
    #expect(states.moments[1].digests.isSuperset(of: [old, empty, both]))
    #expect(states.moments[2].digests.isSuperset(of: [old, empty, both]))
    #expect(!states.moments[2].digests.contains(new))
    #expect(states.moments[3].digests == [both, new], "the rename is under way")
    #expect(states.moments[4].digests == [both, new], "the sync of the directory has not returned")
    #expect(states.moments[5].digests == [new])
  }

  @Test("What is not allowed is told by the nearest that is")
  func nearest() throws {
    let found = StoreImage(files: [file("page", "OLD"), file("tmp", "NE")])
    let text = PredictedStates.nearest(
      to: found, base: StoreImage(files: [file("page", "OLD")]), entries: save.entries, returned: 5,
      profile("xfs"))
    #expect(text.contains("the nearest of 1 that are allowed is page = 1×N 1×E 1×W"))
  }

  // Red if a store that is outside at one of its moments were let pass because another allows it.
  @Test("A crash is outside if one of its moments does not allow it, and each store is told once")
  func tally() throws {
    let sequence = try #require(CalibrationSequence.named("safe-save-directory"))
    let fileSystem = try #require(CalibratedFileSystem.named("xfs"))
    let states = try predicted("xfs")
    var tally = CalibrationTally(sequence, on: fileSystem)
    tally.begin(states, logEntries: 7)
    func take(_ files: [StoreImage.File], at returned: ClosedRange<Int>) -> Int? {
      let image = StoreImage(files: files)
      return tally.take(
        FoundStore(image: image, words: image.summary), at: returned, states, pass: .plain, entries: 1...2
      )?.returnedCalls
    }
    #expect(take([file("page", "NEW")], at: 3...5) == nil)
    #expect(take([file("page", "OLD"), file("tmp", "NEW")], at: 3...4) == nil)
    #expect(tally.row.crashesOutside == 0)
    #expect(take([file("page", "OLD"), file("tmp", "NEW")], at: 3...5) == 5)
    #expect(take([file("page", "OLD"), file("tmp", "NEW")], at: 5...5) == nil, "told before")
    #expect(take([], at: 0...0) == 0)
    let row = tally.row
    #expect((row.crashes, row.realStates, row.crashesOutside, row.statesOutside) == (5, 3, 3, 2))
    #expect(row.seenPredicted == 2)
    #expect(row.predictedStates == states.all.count)
    let nothing = tally.take(
      FoundStore(image: nil, words: "no store"), at: 1...2, states, pass: .plain, entries: 1...2)
    #expect(nothing?.found == "no store", "a disk that can't be mounted is allowed by no profile")
  }

  // Red if a sequence had more pending at a moment than is gone through whole.
  @Test(
    "Every sequence is short enough that what its profile predicts is complete",
    arguments: CalibrationSequence.all.map(\.name))
  func complete(name: String) throws {
    let sequence = try #require(CalibrationSequence.named(name))
    var log = LogBuilder(base: sequence.base)
    for (index, call) in sequence.calls.enumerated() {
      log.begin(index + 1)
      log.make(call)
      log.acknowledge(index + 1)
    }
    for fileSystem in CalibratedFileSystem.all {
      let states = try PredictedStates(
        base: sequence.base, entries: log.entries, profile: profile(fileSystem.profile))
      #expect(states.isComplete, "\(fileSystem.name)")
      #expect(states.all.contains(sequence.base.digest))
    }
  }

  // Red if programs of file systems that were not chosen were demanded.
  @Test("A missing program is told with the Debian package that has it")
  func programs() throws {
    let xfs = try #require(CalibratedFileSystem.named("xfs"))
    func missing(_ names: Set<String>) -> CalibrationPrograms.Missing? {
      do throws(CalibrationPrograms.Missing) {
        _ = try CalibrationPrograms(for: [xfs]) { names.contains($0) ? nil : "/bin/" + $0 }
      } catch {
        return error
      }
      return nil
    }
    #expect(missing(["mkfs.btrfs"]) == nil)
    #expect(missing(["mkfs.xfs"]) == CalibrationPrograms.Missing(name: "mkfs.xfs", package: "xfsprogs"))
    #expect(missing(["qemu-storage-daemon"])?.package == "qemu-system-common")
  }

  @Test("A store is told in runs of its bytes")
  func summary() {
    let image = StoreImage(
      directories: ["d"], files: [file("a", ""), StoreImage.File(path: "d/b", bytes: [78, 78, 0, 0xA5])])
    #expect(image.summary == "a = empty, d/, d/b = 2×N 1×00 1×a5")
    #expect(StoreImage().summary == "nothing")
  }
}

extension LogBuilder {
  /// A call of a calibration, as the tap would record it.
  mutating func make(_ call: CalibrationCall) {
    switch call {
    case .create(let path): create(path)
    case .write(let path, let offset, let count, let letter):
      write(path, [UInt8](repeating: letter.asciiValue ?? 0, count: count), at: offset)
    case .truncate(let path, let length): truncate(path, to: length)
    case .rename(let path, let target): rename(path, target)
    case .remove(let path): remove(path)
    case .makeDirectory(let path): makeDirectory(path)
    case .sync(let path), .syncData(let path): sync(path)
    }
  }
}
