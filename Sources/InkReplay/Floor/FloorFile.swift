internal import InkModel

/// The files that a floor probe writes.
struct FloorFile {
  private let directory: String
  private let durability: Durability
  private let directoryDescriptor: Int32
  private let appendDescriptor: Int32

  init(directory: String, durability: Durability) throws(ReplayError) {
    self.directory = directory
    self.durability = durability
    directoryDescriptor = try Platform.openDirectory(directory)
    appendDescriptor = try Platform.create(directory + "/floor.append")
  }

  func replace(_ bytes: [UInt8]) throws(ReplayError) {
    let temporary = directory + "/floor.tmp"
    let target = directory + "/floor.page"
    let descriptor = try Platform.create(temporary)
    try Platform.write(bytes, to: descriptor, path: temporary)
    if durability >= .powerConsistent { try Platform.sync(descriptor, path: temporary) }
    Platform.close(descriptor)
    try Platform.rename(temporary, to: target)
    if durability >= .powerDurable { try Platform.sync(directoryDescriptor, path: directory) }
  }

  func append(_ bytes: [UInt8]) throws(ReplayError) {
    try Platform.write(bytes, to: appendDescriptor, path: directory)
    if durability >= .powerDurable { try Platform.syncData(appendDescriptor, path: directory) }
  }

  func remove() {
    Platform.close(appendDescriptor)
    Platform.close(directoryDescriptor)
    for name in ["append", "tmp", "page"] { Platform.remove(directory + "/floor." + name) }
  }
}
