internal import InkReport

/// A file to which the results of every step are written as it ends, so that no end of the run takes them
/// along.
///
/// Each line is sent to the disk before the next step begins: a power cut costs one step, and no write-back
/// of ours falls into a measurement. A lock keeps a second run out.
package final class ResultLog {
  private let descriptor: Int32
  private let path: String
  /// The length of all whole lines.
  private var length: Int
  /// Why a line could not be written, if one could not.
  package private(set) var failure: String?

  package static let fileName = "results.jsonl"

  /// Begins a new log in a directory, which is made if it is not there; it takes the place of an earlier one.
  ///
  /// It appears with its first line in it, so that whatever bears its name says what it is.
  package init(directory: String, header: RunHeader) throws(RunError) {
    path = directory + "/" + Self.fileName
    let line: [UInt8]
    do throws(JSONRefusal) { line = try StrictJSON.line(ResultLine.run(header: header)) } catch {
      throw .child("a log can't be begun: \(error.reason)")
    }
    length = line.count
    let made = try Platform.makeDirectories(directory)
    let draft = path + ".draft"
    do throws(RunError) {
      descriptor = try Platform.createFile(draft)
      guard Platform.lock(descriptor), Platform.write(line, to: descriptor), Platform.syncData(descriptor)
      else { throw .disk(operation: "writing", path: path, code: Platform.lastError) }
      try Platform.rename(draft, to: path)
      // The name too: lines behind it are of no use in a file that a power cut has taken the name of.
      try Platform.sync(directory)
    } catch {
      Platform.removeFile(draft)
      Platform.removeEmptyDirectories(made)
      throw error
    }
  }

  /// Goes on with a log where its last whole line ends.
  package init(continuing log: KeptResults) throws(RunError) {
    path = log.path
    length = log.length
    descriptor = try Platform.openForWriting(path)
    guard Platform.lock(descriptor) else { throw .outputInUse(path) }
    guard Platform.fileSize(descriptor) == log.fileLength else {
      throw .store("'\(path)' was written to meanwhile; resume again")
    }
    Platform.cutBack(descriptor, to: length)
  }

  deinit { Platform.closeDescriptor(descriptor) }

  /// Appends a line; one that can't be written whole is left out and the run goes on.
  package func append(_ line: ResultLine) { append([line]) }

  /// Appends lines, with one way to the disk for all.
  package func append(_ lines: [ResultLine]) {
    guard !lines.isEmpty else { return }
    var bytes: [UInt8] = []
    do throws(JSONRefusal) { for line in lines { bytes += try StrictJSON.line(line) } } catch {
      return failure = error.reason
    }
    guard Platform.write(bytes, to: descriptor), Platform.syncData(descriptor) else {
      failure = Platform.errorText(Platform.lastError)
      return Platform.cutBack(descriptor, to: length)
    }
    length += bytes.count
  }

  /// Says that nothing is left to do, unless lines are missing: then a later process does their steps again.
  package func finish() {
    if failure == nil { append(.finished) }
  }

  /// The sentence about lines that are missing; nil if there are none.
  package var failureSentence: String? {
    failure.map {
      "'\(path)' can't be written: \($0); the run goes on, and --resume does again what is missing there"
    }
  }
}
