import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

/// Plans for some opens, and for the end of the process in the middle of a write.
@Suite struct OpenPlanTests {
  /// Opens a file and says how that went: 0, or the error.
  private static func opened(_ path: String, _ flags: Int32) -> Int32 {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
  }

  @Test("A plan for making files strikes opens of files that are not there, and no others")
  func create() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let file = try directory.write([1], to: "file")
      let new = directory.path + "/new"
      Tap.watch(directory: directory.path, roles: [])
      Tap.inject(FaultPlan(.error(ENOSPC), from: 1, of: [.create]))
      #expect(Self.opened(file, O_RDWR | O_CREAT | O_TRUNC) == 0)
      #expect(Self.opened(file, O_WRONLY) == 0 && Self.opened(file, O_RDONLY) == 0)
      #expect(Self.opened(file, O_WRONLY | O_CREAT | O_EXCL) == EEXIST)
      #expect(Self.opened(new, O_RDONLY) == ENOENT)
      for flags in [O_RDWR | O_CREAT, O_WRONLY | O_CREAT | O_EXCL, O_RDONLY | O_CREAT] {
        #expect(Self.opened(new, flags) == ENOSPC)
      }
      #expect(unsafe fopen(new, "w") == nil && errno == ENOSPC)
      var template = Array((directory.path + "/XXXXXX").utf8CString)
      #expect(unsafe mkstemp(&template) == -1 && errno == ENOSPC)
      #expect(Tap.injection.callCount == 5 && Tap.injection.faultCount == 5)
      #expect(Tap.injection.kind == .create)
      #expect(unsafe access(new, F_OK) != 0)
      Tap.endInjection()
      #expect(Self.opened(new, O_RDWR | O_CREAT) == 0)
    }
  }

  @Test("A plan for opens that write lets reading go on, and none is counted twice")
  func openToWrite() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let file = try directory.write([1], to: "file")
      let new = directory.path + "/new"
      Tap.watch(directory: directory.path, roles: [])
      Tap.inject(FaultPlan(.error(EROFS), from: 1, of: [.openToWrite, .create]))
      #expect(Self.opened(file, O_RDONLY) == 0 && Self.opened(file, O_RDONLY | O_CREAT) == 0)
      for flags in [O_RDWR, O_WRONLY | O_APPEND, O_RDONLY | O_TRUNC] {
        #expect(Self.opened(file, flags) == EROFS)
      }
      #expect(Self.opened(new, O_RDWR | O_CREAT) == EROFS)
      #expect(Tap.injection.callCount == 4 && Tap.injection.faultCount == 4)
      Tap.inject(FaultPlan(.error(EROFS), from: 9, of: [.open, .openToWrite, .create]))
      #expect(Self.opened(new, O_RDWR | O_CREAT) == 0)
      #expect(Tap.injection.callCount == 1 && Tap.injection.faultCount == 0)
    }
  }

  @Test("A write that is cut moves what the plan says, and nothing is carried out behind it")
  func cut() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = directory.path + "/file"
      Tap.watch(directory: directory.path, roles: [])
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      var plan = FaultPlan(.error(EIO), from: 2, of: [.write])
      plan.cut = 700
      Tap.inject(plan)
      let bytes = [UInt8](repeating: 7, count: 1_000)
      #expect(unsafe write(descriptor, bytes, 1_000) == 1_000)
      #expect(unsafe pwrite(descriptor, bytes, 1_000, 1_000) == 700)
      #expect(unsafe pwrite(descriptor, bytes, 300, 1_700) == -1 && errno == EIO)
      #expect(ftruncate(descriptor, 0) == -1 && errno == EIO)
      #expect(unsafe unlink(path) == -1 && errno == EIO)
      #expect(Self.opened(path, O_RDONLY) == EIO)
      #expect(Tap.injection.faultCount == 5)
      Tap.endInjection()
      #expect(try directory.read("file").count == 1_700)
      #expect(unsafe pwrite(descriptor, bytes, 300, 1_700) == 300)
    }
  }
}
