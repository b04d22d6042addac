import Foundation
import InkStorage

/// Foundation's file calls as our app makes them, with errors that a report can print.
enum Disk {
  static func write(_ data: Data, to path: String) throws(StorageError) {
    try run("write", path) { try data.write(to: URL(filePath: path), options: .atomic) }
  }

  static func read(_ path: String) throws(StorageError) -> Data {
    try run("read", path) { try Data(contentsOf: URL(filePath: path)) }
  }

  static func makeFolder(_ path: String) throws(StorageError) {
    try run("mkdir", path) {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  static func remove(_ path: String) throws(StorageError) {
    try run("unlink", path) { try FileManager.default.removeItem(atPath: path) }
  }

  static func copy(_ path: String, to target: String) throws(StorageError) {
    try run("copy", path) { try FileManager.default.copyItem(atPath: path, toPath: target) }
  }

  static func names(in path: String) throws(StorageError) -> [String] {
    try run("readdir", path) { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Keeps a second process out of the store, until it is released.
  final class Lock {
    private let file: FileHandle

    init(_ path: String) throws(StorageError) {
      file = try run("open", path) {
        if !exists(path) { try Data().write(to: URL(filePath: path)) }
        return try FileHandle(forUpdating: URL(filePath: path))
      }
      guard flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { throw .locked(path: path) }
    }
  }

  private static func run<Result>(
    _ operation: String, _ path: String, _ body: () throws -> Result
  ) throws(StorageError) -> Result {
    do {
      return try body()
    } catch {
      // Foundation wraps the system's error; where it doesn't, the disk is to blame until shown otherwise.
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      let code = underlying.map { Int32($0.code) } ?? EIO
      throw .system(operation: operation, path: path, code: code)
    }
  }
}
