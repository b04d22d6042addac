import FoundationEssentials
@testable import InkCrash
import InkReplay
import InkTestFixtures
import Testing

/// What one state's recovery did must not be there for the next one.
@Suite("Places of states") struct StatePlaceTests {
  private static let image = StoreImage(
    directories: ["notes", "notes/pages"],
    files: [
      StoreImage.File(path: "list", bytes: [1]), StoreImage.File(path: "notes/pages/1", bytes: [2, 3]),
    ])

  /// What a recovery may do to a store.
  enum Deed: String, CaseIterable {
    case nothing, makesFile, makesFileInDirectory, makesDirectory, removesFile, removesDirectory
    case fileForDirectory, linkForDirectory, locksDirectory, swapsNames

    func carryOut(in store: String) throws {
      let files = FileManager.default
      switch self {
      case .nothing: break
      case .makesFile: try Data([9]).write(to: URL(filePath: store + "/extra"))
      case .makesFileInDirectory: try Data([9]).write(to: URL(filePath: store + "/notes/pages/extra"))
      case .makesDirectory:
        try files.createDirectory(atPath: store + "/notes/more", withIntermediateDirectories: false)
        try Data([9]).write(to: URL(filePath: store + "/notes/more/extra"))
      case .removesFile: try files.removeItem(atPath: store + "/list")
      case .removesDirectory: try files.removeItem(atPath: store + "/notes/pages")
      case .fileForDirectory:
        try files.removeItem(atPath: store + "/notes/pages")
        try Data([9]).write(to: URL(filePath: store + "/notes/pages"))
      case .linkForDirectory:
        try files.moveItem(atPath: store + "/notes/pages", toPath: store + "/notes/other")
        try files.createSymbolicLink(atPath: store + "/notes/pages", withDestinationPath: "other")
      case .locksDirectory:
        try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: store + "/notes/pages")
      case .swapsNames:
        try files.removeItem(atPath: store + "/list")
        try Data([9]).write(to: URL(filePath: store + "/notes/extra"))
      }
    }
  }

  @Test(
    "A state is in its place alone, whatever was done to the one before",
    arguments: Deed.allCases, ["/dev/shm", "disk"])
  func nothingStays(deed: Deed, where directory: String) throws {
    let scratch = try TemporaryDirectory()
    let place = try StatePlace(in: directory == "disk" ? scratch.path : directory)
    var permissions: Int?
    for _ in 0..<3 {
      try place.put(Self.image)
      #expect(try StoreImage(directory: place.storeDirectory) == Self.image)
      let pages = place.storeDirectory + "/notes/pages"
      let now = try FileManager.default.attributesOfItem(atPath: pages)[.posixPermissions] as? Int
      #expect(now != nil && now == permissions ?? now)
      permissions = now
      try deed.carryOut(in: place.storeDirectory)
      try place.clear(of: Self.image)
    }
    let other = StoreImage(directories: ["notes"], files: [StoreImage.File(path: "notes/1", bytes: [])])
    try place.put(other)
    #expect(try StoreImage(directory: place.storeDirectory) == other)
  }

  @Test("Nothing is left once a place is not used any more")
  func nothingIsLeft() throws {
    let scratch = try TemporaryDirectory()
    let directory: String
    do {
      let place = try StatePlace(in: scratch.path)
      directory = place.storeDirectory
      try place.put(Self.image)
      try place.clear(of: Self.image)
    }
    #expect(!FileManager.default.fileExists(atPath: directory))
  }

  @Test("Directories in memory tell how many names they have, and are kept while they are empty")
  func directoriesAreKept() throws {
    let place = try StatePlace(in: "/dev/shm")
    func inode() throws -> UInt64? {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.storeDirectory + "/notes")
      return attributes[.systemFileNumber] as? UInt64
    }
    try place.put(Self.image)
    let first = try inode()
    try place.clear(of: Self.image)
    try place.put(Self.image)
    #expect(try inode() == first)
    #expect(first != nil)
  }
}
