import InkModel
import InkReport
import Testing

@Suite struct FlashPriceTests {
  typealias Fixture = DeviceFixture

  private func flash(
    _ saves: [FileOperation]..., every milliseconds: UInt64 = 1_000, on device: Device = Fixture.device()
  ) -> Fixture.Prices {
    Fixture.price(Fixture.script(saves, everyMilliseconds: milliseconds), on: device)
  }

  @Test("Each dirty block reaches the flash once a sync, and what nobody synced once at the end")
  func blocks() {
    let write = Fixture.operation(.write, length: 100)
    #expect(
      flash([write, write, Fixture.operation(.sync)], [write, Fixture.operation(.sync)])["flash.block-bytes"]
        == 8_192)
    #expect(flash([write], [write], [write])["flash.block-bytes"] == 4_096)
  }

  @Test("What nobody syncs reaches the flash whenever the time of write-back has passed")
  func writeback() {
    let write = Fixture.operation(.write, length: 100)
    #expect(flash([write], [write], [write], every: 15_000)["flash.block-bytes"] == 8_192)
    #expect(flash([write], [write], [write], every: 30_000)["flash.block-bytes"] == 12_288)
  }

  @Test("A file that is removed before it is written back never reaches the flash; one that took a name does")
  func dropped() {
    let write = Fixture.operation(.write, length: 100)
    #expect(flash([write, Fixture.operation(.remove)])["flash.block-bytes"] == 0)
    let rename = Fixture.operation(.rename, file: 0, target: 1)
    #expect(
      flash([write, rename], [Fixture.operation(.rename, file: 2, target: 0)])["flash.block-bytes"] == 4_096)
    let plainRename = Fixture.operation(.rename, file: 0)
    #expect(flash([write, plainRename], [Fixture.operation(.remove)])["flash.block-bytes"] == 0)
  }

  @Test("Changed metadata is committed once by a sync; syncData leaves times of change for later")
  func commits() {
    let write = Fixture.operation(.write, length: 100)
    #expect(
      flash([write, Fixture.operation(.sync), Fixture.operation(.syncDirectory, file: 1)])["flash.commits"]
        == 1)
    let rename = Fixture.operation(.rename, file: 0, target: 2)
    #expect(
      flash([write, Fixture.operation(.sync), rename, Fixture.operation(.syncDirectory, file: 1)])[
        "flash.commits"] == 2)
    // The first write makes the file longer, the second lies inside of it; the end commits its time of
    // change.
    #expect(
      flash([write, Fixture.operation(.syncData)], [write, Fixture.operation(.syncData)])["flash.commits"]
        == 2)
    #expect(
      flash([write, Fixture.operation(.syncData)], [write, Fixture.operation(.sync)])["flash.commits"] == 2)
    #expect(flash([Fixture.operation(.read, length: 5)])["flash.commits"] == 0)
  }

  @Test("Device bytes are blocks and commits, by the hour, by the day of two hours, and by what was written")
  func bytes() {
    let prices = Fixture.price(
      Fixture.script([[Fixture.operation(.write, length: 1_000), Fixture.operation(.sync)]]),
      sessionMilliseconds: 1_800_000, logicalBytes: 512)
    #expect(prices["flash.metadata-bytes"] == 8_192)
    #expect(prices["flash.device-bytes"] == 12_288)
    #expect(prices["flash.rounding"] == 12.288)
    #expect(prices["flash.write-amplification"] == 24)
    #expect(prices["flash.bytes-per-hour"] == 24_576)
    #expect(prices["flash.bytes-per-day"] == 49_152)
  }

  @Test("The platform's count is memory pages made dirty: again after a sync, not while they are dirty")
  func platformWrites() {
    let write = Fixture.operation(.write, length: 20_000)
    let prices = flash([write, write, Fixture.operation(.sync)], [write])
    #expect(prices["flash.platform-writes-per-day"] == 131_072)
    #expect(prices["flash.daily-line"] == 4 * 16_384 * 2 / 1_073_741_824.0)
  }

  @Test("Years are budget × share ÷ (365 × bytes a day × amplification): 1.37 GB a day gives five")
  func years() throws {
    let device = Fixture.device(metadataBytes: Fixture.figure(0), endurance: Fixture.endurance)
    let blocks: UInt64 = 167_236
    let prices = Fixture.price(
      Fixture.script([[Fixture.operation(.write, length: blocks * 4_096)]]), on: device, logicalBytes: 1e6)
    let day = try #require(prices["flash.bytes-per-day"])
    #expect(day == Double(blocks) * 4_096 * 2)
    let years = try #require(prices["flash.years"])
    #expect(abs(years - 5) < 0.01)
    #expect(prices["flash.cell-bytes-per-day"] == day * 3)
    #expect(prices["flash.cell-write-amplification"] == Double(blocks) * 4_096 * 3 / 1e6)
  }

  @Test("Years are most with the largest budget and share and the least amplification, and the other way")
  func ends() throws {
    let device = Fixture.device(
      metadataBytes: Fixture.figure(0),
      endurance: .init(
        budgetBytes: Fixture.figure(150e12, 100e12...300e12), appShare: Fixture.figure(0.05, 0.02...0.1),
        writeAmplification: Fixture.figure(3, 2...6)))
    let prices = Fixture.price(Fixture.script([[Fixture.operation(.write, length: 4_096_000)]]), on: device)
    // An hour of writing is half of a day's.
    #expect(prices["flash.bytes-per-day"] == 8_192_000)
    let years = try #require(prices.metric("flash.years"))
    let day = 8_192_000.0
    let (shortest, typical, longest) = (
      100e12 * 0.02 / (365 * (day * 6)), 150e12 * 0.05 / (365 * (day * 3)), 300e12 * 0.1 / (365 * (day * 2))
    )
    #expect(years.low == shortest)
    #expect(years.value == typical)
    #expect(years.high == longest)
    let cells = prices.metric("flash.cell-bytes-per-day")
    #expect(cells?.low == day * 2 && cells?.high == day * 6)
  }

  @Test("Unknown endurance, an endless session and idle stores give no number, and say why")
  func unknown() {
    let write = Fixture.script([[Fixture.operation(.write, length: 1)]])
    let plain = Fixture.price(write)
    #expect(plain.metric("flash.years")?.value == nil)
    #expect(plain.metric("flash.years")?.note == "The device's endurance is not known.")
    #expect(plain.metric("flash.write-amplification")?.note == "The run has no count of logical bytes.")
    let unchanged = Fixture.price(
      write, on: Fixture.device(endurance: Fixture.endurance), logicalBytes: 0)
    for name in ["flash.write-amplification", "flash.cell-write-amplification"] {
      #expect(unchanged.metric(name)?.value == nil, "\(name)")
      #expect(unchanged.metric(name)?.note == "The writer changed nothing.", "\(name)")
    }
    let still = Fixture.price(write, on: Fixture.device(endurance: Fixture.endurance), sessionMilliseconds: 0)
    for name in ["flash.bytes-per-hour", "flash.bytes-per-day", "flash.years", "flash.daily-line"] {
      #expect(still.metric(name)?.value == nil, "\(name)")
      #expect(still.metric(name)?.note == "The session has no length.", "\(name)")
    }
    let idle = Fixture.price(Fixture.script([[]]), on: Fixture.device(endurance: Fixture.endurance))
    #expect(idle.metric("flash.years")?.value == nil)
    #expect(idle.metric("flash.years")?.note == "Nothing reaches the flash.")
    #expect(idle["flash.device-bytes"] == 0)
  }

  @Test("Any order of pages gives the set of pages", arguments: 0..<20)
  func anyOrder(seed: UInt64) {
    // Blocks written in any order and overlap, against a plain set.
    var random = SplitMix64(seed: seed)
    var pages: Set<UInt64> = []
    let writes = (0..<60).map { _ in
      let offset = UInt64(random.below(400_000))
      let length = UInt64(1 + random.below(30_000))
      for page in offset / 4_096...(offset + length - 1) / 4_096 { pages.insert(page) }
      return Fixture.operation(.write, offset: offset, length: length)
    }
    let cut = UInt64(random.below(400_000))
    let kept = pages.filter { $0 < (cut + 4_095) / 4_096 }
    #expect(flash(writes)["flash.block-bytes"] == Double(pages.count) * 4_096)
    #expect(
      flash(writes + [Fixture.operation(.truncate, offset: cut)])["flash.block-bytes"] == Double(kept.count)
        * 4_096)
  }

  @Test("Absurd numbers of a script are counted to the end of the scale, and never trap")
  func absurd() {
    let operations = [
      Fixture.operation(.write, file: -5, offset: .max, length: .max), Fixture.operation(.sync, file: -5),
      Fixture.operation(.write, file: .max, offset: .max - 1, length: 2),
      Fixture.operation(.truncate, file: .max, offset: .max),
      Fixture.operation(.read, offset: .max, length: 1),
      Fixture.operation(.rename, file: 3, target: 3), Fixture.operation(.syncData, file: 77),
      Fixture.operation(.write, length: .max), Fixture.operation(.sync),
    ]
    let prices = Fixture.price(
      Fixture.script([operations, operations], computeNanoseconds: .max, everyMilliseconds: .max / 2),
      on: Fixture.device(blockBytes: Fixture.figure(512), endurance: Fixture.endurance))
    #expect(prices["flash.device-bytes"] ?? 0 > 1e19)
  }
}
