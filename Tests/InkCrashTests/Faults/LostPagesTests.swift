import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

@testable import InkCrash

/// What a failed sync loses of a file, told by bytes that real calls wrote.
@Suite("Lost pages") struct LostPagesTests {
  private static let block = FollowedFile.blockByteCount

  /// A file under the tap, with its calls written down.
  private final class LoggedFile {
    let directory: TemporaryDirectory
    let descriptor: Int32
    private let before: StoreImage

    /// Begins with what was there before, or with a new file.
    init(_ bytes: [UInt8]?) throws {
      directory = try TemporaryDirectory.inMemory()
      if let bytes { _ = try directory.write(bytes, to: "file") }
      before = try StoreImage(directory: directory.path)
      Tap.watch(directory: directory.path, roles: [])
      try Tap.record(capacityBytes: 1 << 20)
      descriptor = unsafe open(directory.path + "/file", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    }

    func write(_ letter: Character, block: Int, count: Int = FollowedFile.blockByteCount) {
      let bytes = [UInt8](repeating: letter.asciiValue ?? 0, count: count)
      let written = unsafe pwrite(descriptor, bytes, count, off_t(block * FollowedFile.blockByteCount))
      #expect(written == count)
    }

    func sync(failing: Bool = false) {
      if failing { Tap.inject(FaultPlan(.error(EIO), at: 1, of: [.sync])) }
      #expect((fsync(descriptor) == 0) == !failing)
      Tap.endInjection()
    }

    /// The first letter of each block as it is found later; a dot is a zero.
    func found() throws -> String {
      let entries = try Tap.stopRecording().entries()
      let now = try directory.read("file")
      let bytes = try LostChanges(entries, base: before).images().first?.image.files.first?.bytes ?? now
      #expect(bytes.count == now.count)
      return String(
        stride(from: 0, to: bytes.count, by: FollowedFile.blockByteCount).map {
          bytes[$0] == 0 ? "." : Character(Unicode.Scalar(bytes[$0]))
        })
    }
  }

  private static func expect(
    _ wanted: String, before: String? = nil, _ calls: (LoggedFile) -> Void
  ) throws {
    let bytes = before.map { $0.utf8.flatMap { [UInt8](repeating: $0, count: block) } }
    let file = try LoggedFile(bytes)
    calls(file)
    #expect(try file.found() == wanted)
    close(file.descriptor)
  }

  @Test(
    "What was written since the last good sync is lost with one that fails, and a later sync does not help")
  func lost() async {
    await #expect(processExitsWith: .success) {
      try Self.expect("axc", before: "abc") { file in
        file.write("x", block: 1)
        file.sync()
        file.write("y", block: 1)
        file.sync(failing: true)
        file.sync()
      }
      try Self.expect("a..", before: "a") { file in
        for block in 1...2 { file.write("x", block: block) }
        file.sync(failing: true)
        file.sync()
      }
      try Self.expect("..") { file in
        for block in 0...1 { file.write("x", block: block) }
        file.sync(failing: true)
      }
    }
  }

  @Test("What is written again, or not synced at all, is kept")
  func kept() async {
    await #expect(processExitsWith: .success) {
      try Self.expect("ayc", before: "abc") { file in
        file.write("x", block: 1)
        file.sync(failing: true)
        // A page goes to the disk as a whole, so that one byte saves the rest.
        file.write("y", block: 1, count: 1)
        file.sync()
      }
      try Self.expect("axyd", before: "abcd") { file in
        file.write("x", block: 1)
        file.sync()
        file.write("y", block: 2)
      }
      try Self.expect("xb", before: "ab") { file in
        file.write("x", block: 0)
        file.sync()
        file.sync(failing: true)
      }
    }
  }

  @Test("A file that is emptied begins anew")
  func emptied() async {
    await #expect(processExitsWith: .success) {
      try Self.expect(".x", before: "ab") { file in
        file.write("y", block: 0)
        file.sync(failing: true)
        #expect(ftruncate(file.descriptor, 0) == 0)
        file.write("z", block: 0)
        file.sync(failing: true)
        file.write("x", block: 1)
      }
    }
  }
}
