import Glibc
import InkModel
import InkTap
import InkTestFixtures
import Testing

@testable import InkCrash

/// What a failed sync of a directory loses, told by names that real calls gave and took.
@Suite("Lost names") struct LostNamesTests {
  /// A directory under the tap, with its calls written down.
  private final class LoggedStore {
    let directory: TemporaryDirectory
    private let before: StoreImage

    init(_ files: [String]) throws {
      directory = try TemporaryDirectory.inMemory()
      for name in files { _ = try directory.write(Array(name.utf8), to: name) }
      before = try StoreImage(directory: directory.path)
      Tap.watch(directory: directory.path, roles: [])
      try Tap.record(capacityBytes: 1 << 20)
    }

    func path(_ name: String) -> String { directory.path + "/" + name }

    func make(_ name: String) {
      let descriptor = unsafe open(path(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      #expect(unsafe write(descriptor, name, name.utf8.count) == name.utf8.count)
      #expect(fsync(descriptor) == 0)
      close(descriptor)
    }

    func rename(_ old: String, _ new: String) {
      #expect(unsafe Glibc.rename(path(old), path(new)) == 0)
    }

    func sync(_ name: String = "", failing: Bool = false) {
      let descriptor = unsafe open(path(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if failing { Tap.inject(FaultPlan(.error(EIO), at: 1, of: [.sync])) }
      #expect((fsync(descriptor) == 0) == !failing)
      Tap.endInjection()
      close(descriptor)
    }

    /// What the disk may have, each file as `name=content`.
    func images() throws -> [[String]] {
      let entries = try Tap.stopRecording().entries()
      return try LostChanges(entries, base: before).images().map { image, _ in
        (image.directories + image.files.map { "\($0.path)=\(String(decoding: $0.bytes, as: UTF8.self))" })
          .sorted()
      }
    }
  }

  @Test("A name whose sync has failed stays lost, however many syncs succeed behind it")
  func lost() async {
    await #expect(processExitsWith: .success) {
      let store = try LoggedStore(["a"])
      store.make("b")
      store.rename("b", "a")
      store.sync(failing: true)
      store.make("c")
      store.sync()
      #expect(try store.images().first == ["a=a", "c=c"])
    }
  }

  @Test("What is named again is kept, and so is what was synced before or never")
  func kept() async {
    await #expect(processExitsWith: .success) {
      let store = try LoggedStore(["a"])
      store.make("b")
      store.sync()
      store.rename("b", "a")
      store.sync(failing: true)
      store.make("b2")
      store.rename("b2", "a")
      store.sync()
      store.make("d")
      // The one name that is lost has been given to another file since.
      #expect(try store.images() == [["a=b2", "b=b", "d=d"]])
    }
  }

  @Test("Each of several lost names may be lost alone, and a removal that is lost brings the file back")
  func alone() async {
    await #expect(processExitsWith: .success) {
      let store = try LoggedStore(["a", "b"])
      #expect(unsafe unlink(store.path("a")) == 0)
      store.make("c")
      store.sync(failing: true)
      #expect(try store.images() == [["a=a", "b=b"], ["a=a", "b=b", "c=c"], ["b=b"]])
    }
  }

  @Test("A directory whose own name is lost takes along what was synced in it")
  func directory() async {
    await #expect(processExitsWith: .success) {
      let store = try LoggedStore(["a"])
      #expect(unsafe mkdir(store.path("d"), 0o755) == 0)
      store.sync(failing: true)
      store.make("d/x")
      store.sync("d")
      store.sync()
      #expect(try store.images() == [["a=a"]])
    }
  }

  @Test("Nothing is lost without a failed sync, nor by one of a directory whose names were synced")
  func nothing() async {
    await #expect(processExitsWith: .success) {
      let store = try LoggedStore(["a"])
      store.make("b")
      store.sync()
      store.sync(failing: true)
      store.make("c")
      #expect(try store.images().isEmpty)
    }
  }
}
