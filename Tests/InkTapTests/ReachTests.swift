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
    "eventfd_write", "syscall", "vfork", "opendir", "fdopen", "open_by_handle_at", "__open", "__open64",
    "__write", "__pwrite64", "__read", "__pread64", "__dup2", "__fcntl", "__close",
  ]

  /// The calls that the tap promises to see, one of each kind.
  private static let promised = [
    "open", "openat", "creat", "write", "writev", "pwrite", "pwritev", "ftruncate", "truncate", "fallocate",
    "posix_fallocate", "rename", "renameat", "link", "symlink", "unlink", "remove", "mkdir", "rmdir",
    "mkstemp", "mkstemps", "mkostemp", "mkostemps", "mkdtemp", "fopen", "freopen", "fdopen", "dup", "fcntl",
    "close", "close_range", "fsync", "fdatasync", "sync", "sync_file_range", "syncfs", "msync", "mmap",
    "sendfile", "copy_file_range", "ioctl", "syscall", "read", "readv", "pread", "preadv", "splice",
  ]

  @Test("Whatever form libc has of a promised call, the tap has it too")
  func everyForm() {
    let endings = ["", "64", "at", "at64", "at2", "2", "3", "v2", "64v2", "from", "_range"]
    var forms: Set<String> = []
    for name in promised(with: endings) {
      forms.formUnion([name, "__" + name, "__\(name)_2", "__\(name)_chk", "\(name)_chk"])
    }
    let libc = unsafe dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD)
    // libc's own use of mmap; no other library may call it.
    let exported = forms.filter { unsafe dlsym(libc, $0) != nil }.subtracting(["__mmap"])
    #expect(exported.count > 80)
    #expect(exported.subtracting(Self.names).sorted() == [])
  }

  private func promised(with endings: [String]) -> [String] {
    Self.promised.flatMap { name in endings.map { name + $0 } }
  }

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
