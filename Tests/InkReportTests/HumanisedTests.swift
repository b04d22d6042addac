import InkReport
import Testing

@Suite struct HumanisedTests {
  @Test(
    "A number has three significant digits",
    arguments: [
      (0, "0"), (1, "1.00"), (9.994, "9.99"), (9.996, "10.0"), (12.34, "12.3"), (99.94, "99.9"),
      (99.96, "100"), (123.4, "123"), (999.6, "1,000"), (1_234.5, "1,235"), (0.1234, "0.123"),
      (0.00123, "0.00123"),
      (-2.5, "−2.50"), (.nan, "–"), (.infinity, "–"), (1e300, "1e+300"), (1e-30, "0.000000000"),
    ] as [(Double, String)])
  func digits(value: Double, text: String) {
    #expect(Humanised.digits(value) == text)
  }

  @Test(
    "A time has the unit that keeps its number below a thousand",
    arguments: [
      (0, "0 ns"), (90, "90 ns"), (90.5, "90.5 ns"), (999.4, "999 ns"), (999.6, "1.00 µs"),
      (12_345, "12.3 µs"),
      (999_600, "1.00 ms"), (2_100_000, "2.10 ms"), (999_600_000, "1.00 s"), (120_000_000_000, "120 s"),
    ] as [(Double, String)])
  func times(nanoseconds: Double, text: String) {
    #expect(Humanised.time(nanoseconds: nanoseconds) == text)
  }

  @Test(
    "Bytes are decimal",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1.00 kB"), (5_320, "5.32 kB"), (1_073_740_000, "1.07 GB"),
      (2.5e12, "2.50 TB"), (12.5, "12.5 B"),
    ] as [(Double, String)])
  func bytes(value: Double, text: String) {
    #expect(Humanised.bytes(value) == text)
  }

  @Test("Counts are in full, ratios carry their sign")
  func counts() {
    #expect(Humanised.count(1_234_567) == "1,234,567")
    #expect(Humanised.count(1.951) == "1.95")
    #expect(Humanised.ratio(22.86) == "22.9×")
  }
}
