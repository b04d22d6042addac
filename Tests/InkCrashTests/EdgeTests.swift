import InkCrash
import Testing

/// Each rule of a profile by a log of two or three operations, with all that can be found written out.
@Suite struct EdgeTests {
  /// Only the rule under test holds: POSIX, without garbage and without order in sectors.
  private func free(_ change: (inout CrashProfile) -> Void = { _ in }) -> CrashProfile {
    profile("posix-strict") {
      ($0.unwrittenBytes, $0.sectorOrder) = ([.zeros], false)
      change(&$0)
    }
  }

  private let two = StoreImage(files: [
    .init(path: "a", bytes: bytes("A")), .init(path: "b", bytes: bytes("B")),
  ])

  @Test("E1: names survive in their order, and in any combination without it")
  func metadataChain() throws {
    var log = LogBuilder(base: two)
    log.rename("a", "c")
    log.remove("b")
    let model = try log.model()
    #expect(model.outcomes(free()) == ["a=A b=B", "b=B c=A", "a=A", "c=A"])
    #expect(model.outcomes(free { $0.metadataChain = true }) == ["a=A b=B", "b=B c=A", "c=A"])
  }

  @Test("E1: a shrink stands in the chain of names, and growth does not")
  func shrinkInChain() throws {
    var log = LogBuilder(base: two)
    log.truncate("a", to: 0)
    log.remove("b")
    log.truncate("a", to: 2)
    let model = try log.model()
    let outcomes: Set<String> = ["a=A b=B", "a= b=B", "a=", "a=[2×0] b=B", "a=[2×0]"]
    #expect(model.outcomes(free { $0.metadataChain = true }) == outcomes)
    #expect(model.outcomes(free()) == outcomes.union(["a=A"]))
  }

  @Test("E2: a file grows only over bytes that are there, and over zeros without it")
  func dataBeforeSize() throws {
    var log = LogBuilder(base: two)
    log.write("a", bytes("xyz"))
    let model = try log.model()
    #expect(model.outcomes(free()) == ["a=A b=B", "a=A[3×0] b=B", "a=Axyz b=B"])
    #expect(model.outcomes(free { $0.dataBeforeSize = true }) == ["a=A b=B", "a=Axyz b=B"])
  }

  @Test("Bytes that were never written read as zeros, as garbage or as either, by the profile")
  func unwrittenBytes() throws {
    var log = LogBuilder(base: two)
    log.write("a", bytes("xyz"))
    let model = try log.model()
    #expect(
      model.outcomes(free { $0.unwrittenBytes = [.zeros, .garbage] })
        == ["a=A b=B", "a=A[3×0] b=B", "a=A[3×a5] b=B", "a=Axyz b=B"])
    #expect(
      model.outcomes(free { $0.unwrittenBytes = [.garbage] }) == ["a=A b=B", "a=A[3×a5] b=B", "a=Axyz b=B"])
  }

  @Test("A hole reads as zeros, whatever unwritten bytes read as")
  func holes() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: [])]))
    log.write("a", bytes("x"), at: 10)
    let outcomes = try log.model().outcomes(free { $0.unwrittenBytes = [.garbage] })
    #expect(outcomes == ["a=", "a=[10×0][1×a5]", "a=[10×0]x"])
  }

  @Test(
    "E3: a rename waits for the bytes of what it renames: always, over a file, or never",
    arguments: [true, false], CrashProfile.RenameFlush.allCases)
  func renameFlush(isOverExisting: Bool, flush: CrashProfile.RenameFlush) throws {
    var log = LogBuilder(
      base: StoreImage(files: isOverExisting ? [.init(path: "a", bytes: bytes("A"))] : []))
    log.create("t")
    log.sync("")
    log.write("t", bytes("N"))
    log.rename("t", "a")
    let model = try log.model()
    let profile = free { ($0.dataBeforeSize, $0.renameFlushesData) = (true, flush) }
    let before: Set<String> = isOverExisting ? ["a=A t=", "a=A t=N"] : ["t=", "t=N"]
    let waits = flush == .always || (flush == .overExisting && isOverExisting)
    let last = model.outcomes(profile) { $0.epoch == 1 }
    #expect(last == before.union(waits ? ["a=N"] : ["a=", "a=N"]))
  }

  @Test("E5: bytes in a block that a shrink gave back depend on the shrink")
  func writeAfterShrink() throws {
    let old = [UInt8](repeating: 0x41, count: 4_098)
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: old)]))
    log.truncate("a", to: 2)
    log.write("a", bytes("z"), at: 4_097)
    let model = try log.model()
    let bound = model.outcomes(free { $0.writeDependsOnShrink = true })
    #expect(bound.isSuperset(of: ["a=[4098×41]", "a=AA", "a=AA[4095×0]z"]))
    #expect(model.outcomes(free()).subtracting(bound) == ["a=[4097×41]z", "a=AA[4094×0]Az"])
  }

  @Test("The block that holds the new end of a shorter file is written in its place, shrink or not")
  func tailBlock() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("AAAA"))]))
    log.truncate("a", to: 2)
    // The shrink's own zeros may arrive without it; a program sees both or neither.
    #expect(try log.model().outcomes(free()) == ["a=AAAA", "a=AA[2×0]", "a=AA"])
    #expect(try log.model().outcomes(profile("process-crash")) == ["a=AAAA", "a=AA"])
    log.write("a", bytes("z"), at: 3)
    #expect(
      try log.model().outcomes(free { $0.writeDependsOnShrink = true }) == [
        "a=AAAA", "a=AA[2×0]", "a=AA", "a=AAAz", "a=AA[1×0]z",
      ])
  }

  @Test("E6: lengths of one file survive in their order, those of two in any")
  func sizesInOrder() throws {
    var log = LogBuilder(base: two)
    log.truncate("a", to: 0)
    log.truncate("a", to: 2)
    log.truncate("b", to: 2)
    // Never "a=A[1×0]": the file that grew to two bytes had been emptied.
    #expect(
      try log.model().outcomes(free()) == [
        "a=A b=B", "a= b=B", "a=[2×0] b=B", "a=A b=B[1×0]", "a= b=B[1×0]", "a=[2×0] b=B[1×0]",
      ])
  }

  @Test("E7: within a sector later bytes imply earlier ones, and between sectors they don't")
  func sectors() throws {
    var log = LogBuilder(
      base: StoreImage(files: [.init(path: "a", bytes: [UInt8](repeating: 0x61, count: 1_024))]))
    log.write("a", bytes("x"), at: 100)
    log.write("a", bytes("y"), at: 200)
    log.write("a", bytes("z"), at: 600)
    let model = try log.model()
    let none = "[1024×61]"
    let ordered: Set<String> = [
      "a=\(none)", "a=[100×61]x[923×61]", "a=[100×61]x[99×61]y[823×61]", "a=[600×61]z[423×61]",
      "a=[100×61]x[499×61]z[423×61]", "a=[100×61]x[99×61]y[399×61]z[423×61]",
    ]
    #expect(model.outcomes(free { $0.sectorOrder = true }) == ordered)
    #expect(
      model.outcomes(free()) == ordered.union(["a=[200×61]y[823×61]", "a=[200×61]y[399×61]z[423×61]"]))
  }

  @Test("Everything in order leaves nothing but what came first")
  func totalOrder() throws {
    var log = LogBuilder(base: two)
    log.remove("b")
    log.write("a", bytes("y"), at: 0)
    log.rename("a", "c")
    #expect(try log.model().outcomes(free { $0.totalOrder = true }) == ["a=A b=B", "a=A", "a=y", "c=y"])
  }

  @Test("A barrier forces nothing, and what follows it survives only with all that stands before")
  func barriers() throws {
    var log = LogBuilder(base: two)
    log.remove("b")
    log.write("a", bytes("x"), at: 0)
    log.sync("a")
    log.write("a", bytes("y"), at: 0)
    let model = try log.model()
    #expect(
      model.outcomes(free { $0.syncScope = .barrier })
        == ["a=A b=B", "a=A", "a=x b=B", "a=x", "a=y"])
    #expect(
      model.outcomes(free { $0.syncScope = .nothing })
        == ["a=A b=B", "a=A", "a=x b=B", "a=x", "a=y b=B", "a=y"])
  }

  @Test("A rename that survives in parts shows the file under both names, or under none")
  func splitRenames() throws {
    var log = LogBuilder(base: two)
    log.rename("a", "b")
    let model = try log.model()
    #expect(model.outcomes(free()) == ["a=A b=B", "b=A"])
    #expect(
      model.outcomes(free { $0.splitsRename = true })
        == ["a=A b=B", "a=A", "a=A b=A", "b=B", "", "b=A"])
  }

  @Test("A write is torn at every unit within it, and only if nothing that survived needed the whole")
  func tearing() throws {
    var log = LogBuilder(
      base: StoreImage(files: [.init(path: "a", bytes: [UInt8](repeating: 0x61, count: 2_000))]))
    log.write("a", [UInt8](repeating: 0x78, count: 1_000), at: 100)
    let model = try log.model()
    #expect(
      model.outcomes(free()) == [
        "a=[2000×61]", "a=[100×61][412×78][1488×61]", "a=[100×61][924×78][976×61]",
        "a=[100×61][1000×78][900×61]",
      ])
    #expect(
      model.outcomes(free { $0.tornUnitBytes = 4_096 }) == ["a=[2000×61]", "a=[100×61][1000×78][900×61]"])
    log.rename("a", "b")
    let renamed = try log.model().outcomes(free { $0.renameFlushesData = .always })
    #expect(
      renamed == [
        "a=[2000×61]", "a=[100×61][412×78][1488×61]", "a=[100×61][924×78][976×61]",
        "a=[100×61][1000×78][900×61]", "b=[100×61][1000×78][900×61]",
      ])
  }

  @Test("A damaged block is garbage as far as the file reaches, around a write that was under way")
  func damage() throws {
    var log = LogBuilder(base: StoreImage(files: [.init(path: "a", bytes: bytes("AAAAA"))]))
    log.write("a", bytes("xy"), at: 1)
    #expect(
      try log.model().outcomes(free { $0.damagesWholeBlock = true }) == ["a=AAAAA", "a=AxyAA", "a=[5×a5]"])
  }
}
