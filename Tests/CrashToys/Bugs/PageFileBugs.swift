internal import InkModel
internal import InkStorage

/// Bug 1: a file gets its name before its bytes are on the disk, as ext4 met it in 2009.
final class RenameWithoutSync<Form: ToyForm>: PageFileStore {
  override func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    let file = try PosixFile(path + ".tmp", .replace)
    try file.write(bytes)
    if Form.isCorrected { try file.sync() }
    try Posix.rename(path + ".tmp", to: path)
    try Posix.syncDirectory(Posix.parent(of: path))
  }
}

/// Bug 2: nothing forces the new name to the disk, as with Foundation's `Data.write(.atomic)`.
final class RenameWithoutDirectorySync<Form: ToyForm>: PageFileStore {
  override func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    let file = try PosixFile(path + ".tmp", .replace)
    try file.write(bytes)
    try file.sync()
    try Posix.rename(path + ".tmp", to: path)
    if Form.isCorrected { try Posix.syncDirectory(Posix.parent(of: path)) }
  }
}

/// Bug 11: a file is emptied and written anew in its place, as with `Data.write` without options.
final class TruncatingRewrite<Form: ToyForm>: PageFileStore {
  override func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    let written = Form.isCorrected ? path + ".tmp" : path
    let file = try PosixFile(written, .replace)
    try file.write(bytes)
    try file.sync()
    if written != path { try Posix.rename(written, to: path) }
    try Posix.syncDirectory(Posix.parent(of: path))
  }
}

/// Bug 12: the old file is removed before the new one gets its name, as HSQLDB did.
final class UnlinkBeforeRename<Form: ToyForm>: PageFileStore {
  override func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    let file = try PosixFile(path + ".tmp", .replace)
    try file.write(bytes)
    try file.sync()
    if !Form.isCorrected, Posix.exists(path) { try Posix.remove(path) }
    try Posix.rename(path + ".tmp", to: path)
    try Posix.syncDirectory(Posix.parent(of: path))
  }
}

/// Bug 17: nobody looks at what a write answers, so that a full disk makes a short page.
final class UncheckedWrite<Form: ToyForm>: PageFileStore {
  override func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    let file = try PosixFile(path + ".tmp", .replace)
    if Form.isCorrected { try file.write(bytes) } else { file.writeUnchecked(bytes) }
    try file.sync()
    try Posix.rename(path + ".tmp", to: path)
    try Posix.syncDirectory(Posix.parent(of: path))
  }
}

/// Bug 7: an asset's name is not on the disk when a page names it, as with Git's references and objects.
final class ReferenceBeforeResource<Form: ToyForm>: PageFileStore {
  override func storeAsset(_ bytes: [UInt8], at path: String) throws(StorageError) {
    let file = try PosixFile(path + ".tmp", .replace)
    try file.write(bytes)
    try file.sync()
    try Posix.rename(path + ".tmp", to: path)
    if Form.isCorrected { try Posix.syncDirectory(assetsPath) }
  }
}
