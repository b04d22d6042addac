import FoundationEssentials
import InkReport
import InkRun
import InkTestFixtures
import Testing

@testable import InkCrash

@Suite("Calibration: disks that can't be mounted") struct MountingTests {
  /// Programs that end as they are told, on a directory that is no file system.
  private struct Machine {
    let directory: TemporaryDirectory
    let fileSystem: CalibratedFileSystem

    init() throws {
      directory = try TemporaryDirectory.inMemory()
      fileSystem = try #require(CalibratedFileSystem.named("ext4"))
      try Platform.makeFolder(directory.path + "/codes")
      for (name, word) in [("mount", "$(basename $5)"), ("umount", "umount")] {
        let path = try directory.write(
          Array("#!/bin/sh\nexit $(cat \(directory.path)/codes/\(word) 2>/dev/null || echo 0)\n".utf8),
          to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
    }

    func find(_ name: String) -> String? {
      ["mount", "umount"].contains(name) ? directory.path + "/" + name : "/bin/true"
    }

    /// From now on `mount` of an image, or `umount`, ends so.
    func end(_ name: String, with code: Int) throws {
      _ = try directory.write(Array("\(code)".utf8), to: "codes/" + name)
    }

    func bench() throws -> DiskBench {
      let place = directory.path + "/place"
      try Platform.makeFolder(place)
      let bench = try DiskBench(
        fileSystem, CalibrationPrograms(for: [fileSystem], find: find), place: place)
      try bench.makeBase(Self.store)
      return bench
    }

    static let store = StoreImage(files: [.init(path: "page", bytes: bytes("OLD"))])
  }

  @Test("A disk that is refused twice, where others can be mounted, has no store")
  func refused() throws {
    let machine = try Machine()
    let bench = try machine.bench()
    try machine.end("crashed.img", with: 32)
    var made = 0
    let found = try bench.found {
      made += 1
      return "crashed.img"
    }
    #expect(found.image == nil && found.words.hasPrefix("no store: 'mount -t ext4"), "\(found.words)")
    #expect(made == 2, "mounting may have changed it")
  }

  @Test("A disk that is refused once is mounted again, and shows its store")
  func refusedOnce() throws {
    let machine = try Machine()
    let bench = try machine.bench()
    var made = 0
    let found = try bench.found {
      made += 1
      try machine.end("crashed.img", with: made == 1 ? 32 : 0)
      return "crashed.img"
    }
    #expect(found.image == Machine.store && made == 2)
  }

  @Test(
    "A machine that can't mount or unmount accuses no profile",
    arguments: [
      // The image, and what it is about.
      (["crashed.img": 32, "control.img": 32], "met no crash"), (["crashed.img": 2], "exit code 2"),
      (["umount": 32], "'umount"),
    ])
  func machine(codes: [String: Int], words: String) throws {
    let machine = try Machine()
    let bench = try machine.bench()
    for (name, code) in codes { try machine.end(name, with: code) }
    let error = #expect(throws: RunError.self) { try bench.found { "crashed.img" } }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    try machine.end("umount", with: 0)
  }

  @Test("A store that can't be read is the file system's doing")
  func unreadable() throws {
    let machine = try Machine()
    let bench = try machine.bench()
    let found = try bench.found {
      Platform.removeAll(bench.store)
      return "crashed.img"
    }
    #expect(found.image == nil && found.words.hasPrefix("no store: "))
  }

  @Test("A process that nobody listens to any more ends before its next pass")
  func unheard() throws {
    let machine = try Machine()
    var lines = 0
    let worker = try CalibrationWorker(
      CalibrationTask(
        fileSystem: "ext4", sequences: CalibrationSequence.all.map(\.name), place: machine.directory.path,
        crashesMax: 1, seed: 1, keep: nil), find: machine.find
    ) { _ in
      lines += 1
      return false
    }
    let error = #expect(throws: RunError.self) { try worker.work() }
    #expect(error?.description.contains("nobody listens any more") == true && lines == 1)
  }
}
