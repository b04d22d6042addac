internal import FoundationEssentials

/// A file to which every result is written as it comes, so that no end of the run takes them along.
package final class ResultLog {
  private let descriptor: Int32
  private let path: String
  /// The length of all whole lines.
  private var length = 0

  package static let fileName = "rounds.jsonl"

  /// Begins a new log in a directory, which is made if it is not there.
  package init(directory: String) throws(RunError) {
    path = directory + "/" + Self.fileName
    try Platform.makeDirectories(directory)
    descriptor = try Platform.createFile(path)
  }

  deinit { Platform.closeDescriptor(descriptor) }

  /// Appends a result as a line of JSON; a line that can't be written whole is left out and the run goes on.
  package func append(_ line: ResultLine) {
    guard let json = try? JSONEncoder().encode(line) else { return }
    let bytes = [UInt8](json) + [0x0A]
    guard Platform.write(bytes, to: descriptor) else {
      return Platform.cutBack(descriptor, to: length)
    }
    length += bytes.count
  }
}
