import Glibc
import Testing

/// A file open for writing.
final class OpenFile {
  let descriptor: Int32

  init(_ path: String) throws {
    descriptor = unsafe open(path, O_WRONLY)
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }
}

/// A pipe that nobody reads.
final class BrokenPipe {
  let writeEnd: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    close(ends[0])
    writeEnd = ends[1]
    // As `Harness.main` does; without it the signal would end the tests.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  deinit { close(writeEnd) }
}
