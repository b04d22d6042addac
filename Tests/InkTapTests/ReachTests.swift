import Foundation
import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

/// The tap is where callers of libc end up.
@Suite struct ReachTests {
  static let names = [
    "open", "open64", "openat", "openat64", "__open_2", "__open64_2", "__openat_2", "__openat64_2", "creat",
    "creat64", "write", "writev", "pwrite", "pwrite64", "pwritev", "pwritev64", "pwritev2", "pwritev64v2",
    "read", "readv", "pread", "pread64", "preadv", "preadv64", "preadv2", "preadv64v2", "__read_chk",
    "__pread_chk", "__pread64_chk", "ftruncate", "ftruncate64", "truncate", "truncate64", "fallocate",
    "fallocate64", "posix_fallocate", "posix_fallocate64", "rename", "renameat", "renameat2", "link",
    "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "remove", "mkdir", "mkdirat", "mkdtemp", "rmdir",
    "mkstemp", "mkstemp64", "mkostemp", "mkostemp64", "mkstemps", "mkstemps64", "mkostemps", "mkostemps64",
    "fopen", "fopen64", "freopen", "freopen64", "fclose", "closedir", "dup", "dup2", "dup3", "fcntl",
    "fcntl64", "close", "close_range", "closefrom", "fsync", "fdatasync", "sync", "sync_file_range",
    "syncfs", "msync", "mmap", "mmap64", "sendfile", "sendfile64", "copy_file_range", "splice", "ioctl",
    "eventfd_write", "syscall", "vfork",
  ]

  @Test("Each call is defined by the executable, where every library finds it first", arguments: names)
  func exported(name: String) throws {
    let address = unsafe dlsym(nil, name)
    #expect(try Self.file(at: UInt(bitPattern: address)) == Self.executable)
  }

  private static let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")

  /// The file that is mapped at an address; nil if none is.
  private static func file(at address: UInt) throws -> String? {
    for line in try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n") {
      let columns = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let bounds = columns[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard columns.count == 6, bounds.count == 2, bounds[0] <= address, address < bounds[1] else { continue }
      return columns[5].trimmingCharacters(in: .whitespaces)
    }
    return nil
  }

  @Test("The tap's roles are those of the model, in its order")
  func roles() {
    #expect(FileRole.allCases.map(\.tapName) == FileRole.allCases.map(\.rawValue))
    #expect(Set(FileRole.allCases.map(\.tapName)).count == 12)
  }

  @Test("Counters add and subtract field by field")
  func arithmetic() {
    var one = RoleCounters()
    one.writtenBytes = 5
    one.syncNanoseconds = 7
    one.otherCalls = 1
    let two = one + one
    #expect(two.writtenBytes == 10 && two.syncNanoseconds == 14 && two.otherCalls == 2)
    #expect(two - one == one)
  }
}
