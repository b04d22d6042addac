import InkModel
import InkReport
import Testing

@Suite struct SavePriceTests {
  typealias Fixture = DeviceFixture

  /// What one save of these calls costs; below 0 if that can't be said.
  private func save(
    _ operations: FileOperation..., on device: Device = Fixture.device(), initialLengths: [UInt64] = []
  ) -> Double {
    Fixture.price(Fixture.script([operations], initialLengths: initialLengths), on: device)["save.file.p50"]
      ?? -1
  }

  @Test("A call costs what its kind costs, and 'other' stands for kinds without a price")
  func calls() {
    let device = Fixture.device(calls: [(.rename, 7_000), (.create, 20_000)])
    #expect(save(Fixture.operation(.rename, target: 1), on: device) == 7_000)
    #expect(save(Fixture.operation(.create), Fixture.operation(.close), on: device) == 21_000)
    #expect(save(on: device) == 0)
  }

  @Test("An unsynced write costs its call and the copy of its bytes, and waits for no storage")
  func unsyncedWrite() {
    #expect(save(Fixture.operation(.write, length: 10_000)) == 1_000 + 10_000)
  }

  @Test("A sync brings whole blocks onto the storage, then waits for the flush")
  func syncedWrite() {
    let price = save(Fixture.operation(.write, length: 1), Fixture.operation(.sync))
    #expect(price == 1_000 + 1 + 4_096 * 100 + 1_000_000)
    // One byte on each side of a block's border makes two blocks dirty.
    let straddling = save(Fixture.operation(.write, offset: 4_095, length: 2), Fixture.operation(.sync))
    #expect(straddling == 1_000 + 2 + 2 * 4_096 * 100 + 1_000_000)
  }

  @Test("What is written twice before a sync is brought there once, and after a sync again")
  func coalescing() {
    let write = Fixture.operation(.write, length: 4_096)
    let once = save(write, write, Fixture.operation(.sync))
    #expect(once == 2 * (1_000 + 4_096) + 409_600 + 1_000_000)
    let twice = save(write, Fixture.operation(.sync), write, Fixture.operation(.sync))
    #expect(twice == 2 * (1_000 + 4_096 + 409_600 + 1_000_000))
  }

  @Test("What an earlier save left dirty is paid for by the save that syncs it")
  func leftDirty() {
    let prices = Fixture.price(
      Fixture.script([
        [Fixture.operation(.write, length: 8_192)], [Fixture.operation(.sync)], [Fixture.operation(.sync)],
      ]))
    #expect(prices["save.transfer.mean"] == Double(8_192 * 100) / 3)
    #expect(prices["save.file.p50"] == 1_000_000)
  }

  @Test("A sync brings its own file's blocks only, and a sync of a directory none")
  func ownBlocks() {
    let writes = [
      Fixture.operation(.write, file: 0, length: 4_096), Fixture.operation(.write, file: 1, length: 1),
    ]
    let both = 2_000.0 + 4_097
    #expect(save(writes[0], writes[1], Fixture.operation(.sync, file: 1)) == both + 409_600 + 1e6)
    #expect(save(writes[0], writes[1], Fixture.operation(.syncDirectory, file: 2)) == both + 1e6)
  }

  @Test("Blocks of a truncated, removed or replaced file are never brought onto the storage")
  func dropped() {
    let write = Fixture.operation(.write, length: 8_192)
    let copied = 1_000.0 + 8_192
    #expect(
      save(write, Fixture.operation(.truncate, offset: 4_096), Fixture.operation(.sync)) == copied + 1_000
        + 409_600 + 1e6)
    #expect(
      save(write, Fixture.operation(.truncate, offset: 1), Fixture.operation(.sync)) == copied + 1_000
        + 409_600 + 1e6)
    #expect(save(write, Fixture.operation(.remove), Fixture.operation(.sync)) == copied + 1_000 + 1e6)
    #expect(
      save(write, Fixture.operation(.rename, file: 1, target: 0), Fixture.operation(.sync)) == copied + 1_000
        + 1e6)
    #expect(save(write, Fixture.operation(.create), Fixture.operation(.sync)) == copied + 1_000 + 1e6)
    // The file that takes the name keeps its own.
    #expect(
      save(write, Fixture.operation(.rename, file: 0, target: 1), Fixture.operation(.sync))
        == copied + 1_000 + 819_200 + 1e6)
  }

  @Test("A read fetches blocks that nobody touched, once, and copies every time")
  func reads() {
    let read = Fixture.operation(.read, offset: 100, length: 50)
    #expect(save(read, initialLengths: [5_000]) == 1_000 + 50 + 40_960)
    #expect(save(read, read, initialLengths: [5_000]) == 2 * 1_050 + 40_960)
    #expect(save(Fixture.operation(.write, length: 200), read) == 1_000 + 200 + 1_050)
  }

  @Test("Written back in between, blocks are not waited for again")
  func writeback() {
    let script = Fixture.script(
      [[Fixture.operation(.write, length: 4_096)], [Fixture.operation(.sync)]], everyMilliseconds: 30_000)
    #expect(Fixture.price(script)["save.transfer.mean"] == 0)
  }

  @Test("p50 and p95 are over the saves alone, the interval is every figure at its cheap and dear end")
  func percentilesAndIntervals() throws {
    let device = Fixture.device(
      writeBytesPerSecond: Fixture.figure(1e7, 1e6...1e8), sync: Fixture.figure(1e6, 5e5...2e6),
      slowSync: Fixture.figure(3e6, 3e6...4e6))
    var script = Fixture.script(
      (1...40).map { [Fixture.operation(.write, length: UInt64($0) * 4_096), Fixture.operation(.sync)] })
    // Other calls on the store count in no percentile of saves, and are too dear to go unnoticed.
    script.steps.append(
      .init(
        phase: "close-page", intendedMilliseconds: 50_000, computeNanoseconds: 0,
        operations: Array(repeating: Fixture.operation(.sync), count: 500)))
    let prices = Fixture.price(script, on: device)
    func save(_ blocks: Double, perByte: Double, flush: Double) -> Double {
      1_000 + blocks * 4_096 + blocks * 4_096 * perByte + flush
    }
    let p50 = try #require(prices.metric("save.file.p50"))
    #expect(p50.value == save(20, perByte: 100, flush: 1e6))
    #expect(p50.low == save(20, perByte: 10, flush: 5e5))
    #expect(p50.high == save(20, perByte: 1_000, flush: 2e6))
    #expect(prices["save.file.p95"] == save(38, perByte: 100, flush: 1e6))
    #expect(prices["save.file.slow-flush.p95"] == save(38, perByte: 100, flush: 3e6))
    #expect(prices["save.count"] == 40)
    #expect(p50.kind == .exact)
  }

  @Test("Every figure of a save has its cheap and its dear end where it belongs")
  func ends() throws {
    var device = Fixture.device(timeFactor: Fixture.figure(2, 1...4))
    // Bandwidths are cheap at their high ends, costs at their low ones.
    device.bandwidth.copyBytesPerSecond = Fixture.figure(1e9, 5e8...2e9)
    device.bandwidth.readBytesPerSecond = Fixture.figure(1e8, 5e7...4e8)
    device.calls.append(.init(.rename, nanoseconds: Fixture.figure(7_000, 5_000...9_000)))
    let calls = [
      Fixture.operation(.read, length: 10_000), Fixture.operation(.rename, target: 1),
      Fixture.operation(.close),
    ]
    let prices = Fixture.price(
      Fixture.script([calls], initialLengths: [10_000, 0], computeNanoseconds: 3_000), on: device)
    func ends(_ name: String) -> [Double] {
      prices.metric(name).map { [$0.low, $0.value, $0.high].compactMap(\.self) } ?? []
    }
    #expect(ends("save.copy.mean") == [5_000, 10_000, 20_000])
    #expect(ends("save.transfer.mean") == [30_720, 122_880, 245_760])
    #expect(ends("save.calls.mean") == [7_000, 9_000, 11_000])
    #expect(ends("save.compute.p50") == [3_000, 6_000, 12_000])
    #expect(ends("save.file.p50") == [42_720, 141_880, 276_760])
    #expect(ends("save.total.p50") == [45_720, 147_880, 288_760])
  }

  @Test("A p95 of nineteen saves would be their maximum, and is not given; of twenty it is the nineteenth")
  func suppressed() {
    func tail(_ count: Int) -> ModelledMetric? {
      let writes = (1...count).map { [Fixture.operation(.write, length: UInt64($0) * 1_000)] }
      return Fixture.price(Fixture.script(writes)).metric("save.file.p95")
    }
    #expect(tail(19)?.value == nil)
    #expect(tail(19)?.note == "Suppressed: p95 needs 20 saves, and there are 19.")
    #expect(tail(20)?.value == 1_000 + 19_000 && tail(20)?.note == nil)
  }

  @Test("Computing is scaled by the device's factor and by the kernel's speed here, and is never exact")
  func compute() throws {
    let script = Fixture.script([[Fixture.operation(.close)]], computeNanoseconds: 10_000)
    let plain = Fixture.price(script)
    #expect(plain["save.compute.p50"] == 20_000)
    #expect(plain["save.total.p50"] == 21_000)
    // A machine three times as fast as the reference: the reference would take three times as long.
    #expect(Fixture.price(script, kernelBytesPerSecond: 3e8)["save.compute.p50"] == 60_000)
    #expect(plain.metric("save.compute.p50")?.kind == .noisy)
    #expect(plain.metric("save.total.p50")?.kind == .noisy)
    #expect(plain.metric("save.file.p50")?.kind == .exact)
    #expect(Fixture.price(script, isExact: false).metrics.allSatisfy { $0.kind == .noisy })
  }

  @Test("Where nobody knows how fast the machine of the run was, computing has no price, and files have")
  func unknownMachine() throws {
    let script = Fixture.script(
      Array(repeating: [Fixture.operation(.close)], count: 21), computeNanoseconds: 10_000)
    let prices = Fixture.price(script, kernelBytesPerSecond: nil)
    for name in ["save.compute.p50", "save.total.p50", "save.total.p95"] {
      let metric = try #require(prices.metric(name))
      #expect(metric.value == nil && metric.low == nil && metric.high == nil, "\(name)")
      #expect(metric.note == "The speed of the machine of the run is not known.", "\(name)")
    }
    #expect(prices["save.file.p50"] == 1_000)
    #expect(prices.metric("save.file.p50")?.note == nil)
  }

  @Test("Without saves there is no price, and each says so")
  func noSaves() {
    let prices = Fixture.price(Fixture.script([[Fixture.operation(.close)]], phase: "close-page"))
    for metric in prices.metrics where metric.name.hasPrefix("save.") && metric.name != "save.count" {
      #expect(metric.value == nil && metric.note == "There are no saves.", "\(metric.name)")
    }
  }

  @Test("More bytes, more calls or a slower device are never cheaper", arguments: 0..<40)
  func monotonous(seed: UInt64) throws {
    let script = Fixture.random(seed: seed)
    let base = Fixture.price(script)
    let names = base.metrics.map(\.name).filter { $0.hasPrefix("save.") && $0 != "save.count" }
    func isNoCheaper(_ other: Fixture.Prices, _ what: String) {
      for name in names { #expect(other[name] ?? 0 >= base[name] ?? 0, "\(what): \(name)") }
    }
    isNoCheaper(Fixture.price(script, on: Fixture.device(sync: Fixture.figure(2e6))), "slower flush")
    isNoCheaper(
      Fixture.price(script, on: Fixture.device(writeBytesPerSecond: Fixture.figure(5e6))), "slower storage")
    isNoCheaper(Fixture.price(script, on: Fixture.device(calls: [(.rename, 9_000)])), "dearer rename")
    isNoCheaper(Fixture.price(script, on: Fixture.device(timeFactor: Fixture.figure(3))), "slower processor")
    var more = script
    for index in more.steps.indices {
      more.steps[index].operations.insert(
        Fixture.operation(.write, file: 9, offset: UInt64(index) * 4_096, length: 4_096), at: 0)
    }
    isNoCheaper(Fixture.price(more), "a write more in each save")
    #expect(Fixture.price(script) == base)
  }
}
