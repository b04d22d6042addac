import Foundation
import InkStorage
import Testing

@testable import ourbench

@Test("Our store does everything that a store must do")
func contract() throws {
  let directory = FileManager.default.temporaryDirectory.appending(path: "ourbench-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  #expect(contractViolations(of: OurStore.self, codec: OurCodec(), in: directory.path) == [])
}
