import FoundationEssentials
import InkRun
import InkTestFixtures
import Testing

@Suite("The store's directory") struct StoreDirectoryTests {
  private func failure(_ path: String) -> String {
    do {
      _ = try StoreDirectory(path)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test("A directory with somebody's files is refused and left as it is")
  func foreign() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write([1, 2, 3], to: "thesis.txt")
    #expect(failure(directory.path).contains("was not made by inkbench"))
    #expect(try directory.read("thesis.txt") == [1, 2, 3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["thesis.txt"])
  }

  @Test("Somebody's file beside our own is refused too")
  func foreignBesideOurs() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/store"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    _ = try directory.write(Array("inkbench-store/1\n".utf8), to: "store/.inkbench-store")
    _ = try directory.write([9], to: "store/photo.jpg")
    #expect(failure(path).contains("'photo.jpg', which is not ours"))
    #expect(try directory.read("store/photo.jpg") == [9])
  }

  @Test("A second run in the same store is refused while the first is at it")
  func locked() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/store"
    var first: StoreDirectory? = try StoreDirectory(path)
    #expect(failure(path).contains("another run is using the store"))
    first?.tearDown()
    first = nil
    #expect(failure(path) == "none")
  }

  @Test("What is left of an interrupted run is cleared, and a directory we made goes when we do")
  func leftovers() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/deep/store"
    var killed: StoreDirectory? = try StoreDirectory(path)
    _ = try directory.write([1], to: "deep/store/copies/left.over")
    #expect(killed != nil)
    killed = nil
    let second = try StoreDirectory(path)
    #expect(!FileManager.default.fileExists(atPath: path + "/copies/left.over"))
    second.tearDown()
    // The run that made it was killed; the next one removes it in its place.
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A directory that was there before a run that was killed stays when the next one goes")
  func leftoversInOthers() throws {
    let directory = try TemporaryDirectory()
    var killed: StoreDirectory? = try StoreDirectory(directory.path)
    #expect(killed != nil)
    killed = nil
    try StoreDirectory(directory.path).tearDown()
    #expect(FileManager.default.fileExists(atPath: directory.path + "/.inkbench-store"))
  }

  @Test("A directory that was there stays, with what came into it meanwhile")
  func keepsOthersFiles() throws {
    let directory = try TemporaryDirectory()
    let store = try StoreDirectory(directory.path)
    _ = try directory.write([7], to: "mine.txt")
    store.tearDown()
    #expect(try directory.read("mine.txt") == [7])
  }

  @Test("A file in the directory's place is named as such")
  func file() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([1], to: "file")
    #expect(failure(path).contains("is a file; give --store a directory"))
  }

  @Test("A marker that a run could make and not write is taken over")
  func emptyMarker() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write([], to: StoreDirectory.markerName)
    do {
      let store = try StoreDirectory(directory.path)
      #expect(
        String(decoding: try directory.read(StoreDirectory.markerName), as: UTF8.self)
          == "inkbench-store/1\n")
      store.tearDown()
    }
    #expect(failure(directory.path) == "none")
  }

  @Test("What a killed run has left of looking at the disk stands in nobody's way, and goes")
  func leftProbes() throws {
    let directory = try TemporaryDirectory()
    for marker in [nil, "inkbench-store/1\n"] {
      try FileManager.default.createDirectory(
        atPath: directory.path + "/store/.inkbench-probe-1x", withIntermediateDirectories: true)
      _ = try directory.write([1], to: "store/.inkbench-probe-1x/disk")
      if let marker { _ = try directory.write(Array(marker.utf8), to: "store/" + StoreDirectory.markerName) }
      let path = directory.path + "/store"
      #expect(StoreDirectory.place(in: path, named: ".s") == path)
      let store = try StoreDirectory(path)
      #expect(!FileManager.default.fileExists(atPath: path + "/.inkbench-probe-1x"))
      store.tearDown()
    }
  }

  @Test("Directories above it that a run has made go with it, unless something has come into them")
  func parents() throws {
    let directory = try TemporaryDirectory()
    try StoreDirectory(directory.path + "/a/b/store").tearDown()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    let store = try StoreDirectory(directory.path + "/a/b/store")
    _ = try directory.write([1], to: "a/mine")
    store.tearDown()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/a") == ["mine"])
  }

  @Test("A marker of another version is left alone")
  func otherVersion() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write(Array("inkbench-store/9\n".utf8), to: ".inkbench-store")
    #expect(failure(directory.path).contains("of another version"))
  }
}
