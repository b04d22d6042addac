import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

/// A plan for one file keeps what it holds from being opened, and touches no other.
@Suite struct FilePlanTests {
  private static func identity(_ path: String) throws -> FileIdentity {
    var status = stat()
    try #require(unsafe stat(path, &status) == 0)
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// Opens a file and says how that went: 0, or the error.
  private static func opened(_ path: String, _ flags: Int32 = O_RDONLY) -> Int32 {
    let descriptor = unsafe open(path, flags, 0o644)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
  }

  @Test(
    "Opens for what a file holds fail, and all else passes: other files, emptying it, what takes its name")
  func opens() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let file = try directory.write([1], to: "file")
      let other = try directory.write([2], to: "other")
      let link = directory.path + "/link"
      #expect(unsafe symlink(file, link) == 0)
      let kept = unsafe open(file, O_RDONLY)
      Tap.watch(directory: directory.path, roles: [])
      var plan = FaultPlan(.error(EPERM), from: 1, of: [.open])
      plan.file = try Self.identity(file)
      Tap.inject(plan)
      #expect(
        [O_RDONLY, O_RDWR, O_WRONLY | O_APPEND, O_RDWR | O_CREAT].allSatisfy {
          Self.opened(file, $0) == EPERM
        })
      #expect(Self.opened(link) == EPERM)
      #expect(unsafe fopen(file, "r") == nil && errno == EPERM)
      #expect(Self.opened(other) == 0 && Self.opened(directory.path + "/new", O_RDWR | O_CREAT) == 0)
      // What is open already is read on.
      var byte: UInt8 = 0
      #expect(unsafe read(kept, &byte, 1) == 1 && byte == 1)
      #expect(Tap.injection.faultCount == 6 && Tap.injection.callCount == 6)
      #expect(unsafe rename(other, file) == 0)
      #expect(Self.opened(file) == 0)
      Tap.endInjection()
      #expect(Tap.injection.faultCount == 6)
    }
  }

  @Test("A file that is emptied is opened, and a plan for a number of times ends after them")
  func ends() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let file = try directory.write([1], to: "file")
      Tap.watch(directory: directory.path, roles: [])
      var plan = FaultPlan(.error(EACCES), at: 2, of: [.open])
      plan.file = try Self.identity(file)
      Tap.inject(plan)
      #expect((0..<3).map { _ in Self.opened(file) } == [0, EACCES, 0])
      plan.first = 1
      Tap.inject(plan)
      #expect(Self.opened(file, O_WRONLY | O_TRUNC) == 0 && Self.opened(file) == EACCES)
    }
  }
}
