import Foundation
import Testing

@testable import InkCommand

@Suite("What fio wrote") struct SyncFigureTests {
  private func median(_ text: String) -> Double? { FioResult.syncMedian(Data(text.utf8)) }

  @Test("The median sync is found among everything else")
  func median() {
    let text = """
      {"fio version":"fio-3.33","jobs":[{"jobname":"sync","write":{"lat_ns":{"percentile":{"50.000000":7}}},
      "sync":{"total_ios":0,"lat_ns":{"min":5,"N":2047,"percentile":{"1.000000":9,"50.000000":181248}}}}]}
      """
    #expect(median(text) == 181_248)
  }

  @Test("No job, no sync, no median, a zero and no JSON give nothing rather than a number")
  func absent() {
    for text in [
      "", "{}", "{\"jobs\":[]}", "{\"jobs\":[{\"write\":{}}]}",
      "{\"jobs\":[{\"sync\":{\"lat_ns\":{\"percentile\":{}}}}]}",
      "{\"jobs\":[{\"sync\":{\"lat_ns\":{\"percentile\":{\"50.000000\":0}}}}]}",
    ] { #expect(median(text) == nil, "\(text)") }
  }
}
