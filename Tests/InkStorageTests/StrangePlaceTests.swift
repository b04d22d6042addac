import Glibc
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Things in the place of files: links out of the store, pipes, sockets, devices, directories.
///
/// Nothing is followed, nothing outside is touched, and nobody waits for the other end of a pipe.
@Suite("Strange places", .timeLimit(.minutes(10))) struct StrangePlaceTests {
  static let kinds = LivedStoreTests.kinds

  /// What stands in a file's or directory's place.
  enum Stranger: String, CaseIterable {
    case linkOut, danglingLink, loopingLink, pipe, socket, device, directory
  }

  /// Puts a stranger in the place of something; where it is a link, that something has moved to `outside`.
  private func put(_ stranger: Stranger, in path: String, outside: String) throws {
    switch stranger {
    case .linkOut:
      try SystemCalls.rename(path, to: outside)
      try #require(unsafe symlink(outside, path) == 0)
      return
    case .danglingLink: _ = try removing(path) { unsafe symlink(outside + "-nowhere", path) }
    case .loopingLink: _ = try removing(path) { unsafe symlink(path, path) }
    case .pipe: _ = try removing(path) { unsafe mkfifo(path, 0o644) }
    case .socket: _ = try removing(path) { unsafe mknod(path, S_IFSOCK | 0o644, 0) }
    // /dev/zero, which never ends.
    case .device: _ = try removing(path) { unsafe mknod(path, S_IFCHR | 0o644, 0x105) }
    case .directory: _ = try removing(path) { unsafe mkdir(path, 0o755) }
    }
  }

  private func removing(_ path: String, _ make: () -> Int32) throws {
    if case .directory = SystemCalls.place(path) {
      Files.removeTree(path)
    } else {
      try? SystemCalls.remove(path)
    }
    try #require(make() == 0)
  }

  @Test(
    "In the place of a file", .enabled(if: geteuid() == 0, "devices need rights"), arguments: kinds)
  func files(kind: LivedStore.Kind) throws {
    let store = try LivedStore(kind)
    for (name, sound) in store.files {
      for stranger in Stranger.allCases {
        let outside = try TemporaryDirectory.inMemory()
        let target = outside.path + "/moved"
        let comment = "\(name), \(stranger)"
        let outcome = try store.outcome(comment) { root in
          try put(stranger, in: root + "/" + name, outside: target)
        } then: { root throws in
          // Outside, nothing was changed, made or removed.
          let left = stranger == .linkOut ? ["moved"] : []
          #expect(try SystemCalls.names(inDirectory: outside.path) == left)
          if stranger == .linkOut { #expect(try outside.read("moved") == sound, "\(comment)") }
          if !LivedStore.isCache(name) {
            // Where the truth was, the stranger still stands.
            let place = SystemCalls.place(root + "/" + name)
            switch stranger {
            case .linkOut, .danglingLink, .loopingLink: #expect(place == .link, "\(comment)")
            default: #expect(place != .nothing && place != .link, "\(comment)")
            }
          }
        }
        if LivedStore.isCache(name), !name.hasSuffix("-shm") {
          #expect(outcome.isWhole, "\(comment): \(outcome.losses)")
        } else if !name.hasSuffix("-shm") {
          #expect(!outcome.losses.isEmpty, "\(comment): nothing is said")
        }
      }
    }
  }

  @Test("In the place of a directory", arguments: kinds)
  func directories(kind: LivedStore.Kind) throws {
    let store = try LivedStore(kind)
    let parents = store.files.keys.map(Files.parent(of:)).filter { $0 != "." }
    for name in Set(parents + parents.map(Files.parent(of:)).filter { $0 != "." }) {
      for stranger in [Stranger.linkOut, .danglingLink, .loopingLink, .pipe] {
        let outside = try TemporaryDirectory.inMemory()
        var before: [String] = []
        let outcome = try store.outcome("\(name), \(stranger)") { root in
          before = stranger == .linkOut ? SoundStore.paths(under: root + "/" + name, prefix: "moved/") : []
          try put(stranger, in: root + "/" + name, outside: outside.path + "/moved")
        } then: { _ throws in
          #expect(SoundStore.paths(under: outside.path, prefix: "").sorted() == before.sorted())
        }
        #expect(outcome.isWhole == name.hasSuffix("/thumbnails"), "\(name), \(stranger): \(outcome.losses)")
      }
    }
  }

  @Test("In the place of the lock: nobody gets in, and the target is untouched", arguments: kinds)
  func locks(kind: LivedStore.Kind) throws {
    let store = try LivedStore(kind)
    for stranger in Stranger.allCases where stranger != .device && stranger != .linkOut {
      let outside = try TemporaryDirectory.inMemory()
      let outcome = try store.outcome("lock, \(stranger)") {
        try put(stranger, in: $0 + "/" + StoreLock.fileName, outside: outside.path + "/moved")
      }
      #expect(outcome.losses.count == 1 && outcome.losses[0].contains("lock'"), "\(outcome.losses)")
      #expect(try SystemCalls.names(inDirectory: outside.path).isEmpty)
    }
  }

  @Test(
    "Beside a database, for files that the engine would make or read",
    arguments: ["-wal", "-shm", "-journal"])
  func companions(suffix: String) throws {
    let store = try LivedStore(LivedStore.Kind(backend: "sqlite", isClosed: true))
    let name = try #require(store.files.keys.first { $0.hasSuffix(".sqlite") }) + suffix
    for stranger in Stranger.allCases where stranger != .device && stranger != .linkOut {
      let outside = try TemporaryDirectory.inMemory()
      let outcome = try store.outcome("\(name), \(stranger)") {
        try put(stranger, in: $0 + "/" + name, outside: outside.path + "/moved")
      } then: {
        #expect(SystemCalls.place($0 + "/" + name) != .nothing)
      }
      #expect(outcome.losses.count == 1 && outcome.losses[0].contains(name), "\(stranger): \(outcome.losses)")
      #expect(try SystemCalls.names(inDirectory: outside.path).isEmpty)
    }
  }
}
