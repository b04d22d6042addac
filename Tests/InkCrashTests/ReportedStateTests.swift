import InkCrash
import InkReplay
import Testing

@Suite("States as reports name them") struct ReportedStateTests {
  private static let plain = "3/0000000000000005/none/00000000000000010000000000000002/4/5"
  private static let second = plain + "+17/000000000000000a000000000000000b"

  @Test("A state is read as it is written, and a second crash's is another", arguments: [plain, second])
  func words(text: String) throws {
    let state = try #require(ReportedState(text))
    #expect(state.text == text)
    #expect((state.second != nil) == (text == Self.second))
    #expect(state.state.progress == ReplayProgress(acknowledgedStep: 4, begunStep: 5))
    #expect(state.second?.number ?? 17 == 17)
  }

  @Test(
    "What no report holds is no state",
    arguments: [
      "", "+", plain + "+", plain + "+17", plain + "+-1/000000000000000a000000000000000b", plain + "+17/xyz",
      second + "+" + "1/000000000000000a000000000000000b", "+17/000000000000000a000000000000000b",
      plain + "/6", plain + "+17/000000000000000a000000000000000b/1",
    ])
  func malformed(text: String) { #expect(ReportedState(text) == nil) }
}
