package import InkModel
internal import InkTap

extension FloorProbe {
  /// A probe that is asked for one write at a time, between the saves that it is held against.
  package struct Pairwise {
    private let file: FloorFile
    private let buffer: [UInt8]

    /// Gets ready to write so many bytes at a time into a directory that exists.
    package init(bytes: Int, durability: Durability, in directory: String) throws(ReplayError) {
      file = try FloorFile(directory: directory, durability: durability)
      buffer = [UInt8](repeating: 0x5A, count: bytes)
    }

    /// Replaces the file once; the result is the time in nanoseconds.
    package func replace() throws(ReplayError) -> UInt64 {
      let start = Clock.nanoseconds()
      try file.replace(buffer[...])
      return Clock.nanoseconds() - start
    }

    /// Appends to the file once; the result is the time in nanoseconds.
    package func append() throws(ReplayError) -> UInt64 {
      let start = Clock.nanoseconds()
      try file.append(buffer[...])
      return Clock.nanoseconds() - start
    }
  }
}
