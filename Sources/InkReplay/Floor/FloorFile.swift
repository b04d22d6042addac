internal import InkModel

/// The files that a floor probe writes.
struct FloorFile {
  private let directory: String
  private let durability: Durability
  private let directoryDescriptor: Int32
  private let appendDescriptor: Int32
  private var overwriteDescriptor: Int32?
  private var overwriteOffset = 0

  init(directory: String, durability: Durability) throws(ReplayError) {
    self.directory = directory
    self.durability = durability
    directoryDescriptor = try Platform.openDirectory(directory)
    appendDescriptor = try Platform.create(directory + "/floor.append")
  }

  func replace(_ bytes: ArraySlice<UInt8>) throws(ReplayError) {
    let temporary = directory + "/floor.tmp"
    let target = directory + "/floor.page"
    let descriptor = try Platform.create(temporary)
    try Platform.write(bytes, to: descriptor, path: temporary)
    if durability >= .powerConsistent { try Platform.sync(descriptor, path: temporary) }
    Platform.close(descriptor)
    try Platform.rename(temporary, to: target)
    if durability >= .powerDurable { try Platform.sync(directoryDescriptor, path: directory) }
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(ReplayError) {
    try Platform.write(bytes, to: appendDescriptor, path: directory)
    if durability >= .powerDurable { try Platform.syncData(appendDescriptor, path: directory) }
  }

  /// Writes after the last write, and from the start again where the file's blocks end.
  mutating func overwrite(_ bytes: ArraySlice<UInt8>) throws(ReplayError) {
    if overwriteDescriptor == nil { try makeBlocks(atLeast: bytes.count) }
    guard let descriptor = overwriteDescriptor else { return }
    if overwriteOffset + bytes.count > max(Self.overwriteBytes, bytes.count) { overwriteOffset = 0 }
    try Platform.write(bytes, to: descriptor, at: overwriteOffset, path: directory)
    overwriteOffset += bytes.count
    if durability >= .powerDurable { try Platform.syncData(descriptor, path: directory) }
  }

  private mutating func makeBlocks(atLeast count: Int) throws(ReplayError) {
    let path = directory + "/floor.overwrite"
    let descriptor = try Platform.create(path)
    try Platform.write(
      [UInt8](repeating: 0, count: max(Self.overwriteBytes, count))[...], to: descriptor, path: path)
    try Platform.sync(descriptor, path: path)
    overwriteDescriptor = descriptor
  }

  /// What SQLite's log grows to before it starts again: 1,000 pages of 4 KiB.
  private static let overwriteBytes = 4_096_000

  func remove() {
    if let overwriteDescriptor { Platform.close(overwriteDescriptor) }
    Platform.close(appendDescriptor)
    Platform.close(directoryDescriptor)
    for name in ["append", "overwrite", "tmp", "page"] { Platform.remove(directory + "/floor." + name) }
  }
}
