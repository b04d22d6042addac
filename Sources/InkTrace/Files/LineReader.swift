/// The lines of a file, one at a time, in memory that is kept between them.
struct LineReader: ~Copyable {
  private let input: TraceInput
  private var buffer: [UInt8] = []
  private var lineStart = 0
  private var lineEnd = 0
  private var nextStart = 0
  private var end = 0
  private var isAtEnd = false
  /// The current line's number, counted from 1.
  private(set) var number = 0
  /// Whether the current line ends with a line break, and not with the file.
  private(set) var isComplete = false

  /// Opens a file; gzip is decompressed on the way.
  init(path: String) throws(TraceError) {
    input = try TraceInput(path: path, ignoresTrailingBytes: false)
    buffer = [UInt8](repeating: 0, count: Self.chunkByteCount)
  }

  /// The current line without its line break, until the next one is read.
  var bytes: RawSpan {
    @_lifetime(borrow self)
    get { unsafe buffer.span.bytes.extracting(lineStart..<lineEnd) }
  }

  /// Goes to the next line; false at the end of the file.
  mutating func next() throws(TraceError) -> Bool {
    lineStart = nextStart
    var searched = lineStart
    while true {
      if let found = Platform.firstIndex(of: UInt8(ascii: "\n"), in: buffer, searched..<end) {
        return finish(at: found, isComplete: true)
      }
      searched = end
      if isAtEnd {
        guard end > lineStart else { return false }
        return finish(at: end, isComplete: false)
      }
      let shift = lineStart
      try readMore()
      searched -= shift
    }
  }

  private mutating func finish(at place: Int, isComplete: Bool) -> Bool {
    lineEnd = place
    nextStart = isComplete ? place + 1 : place
    number += 1
    self.isComplete = isComplete
    return true
  }

  /// Moves the unfinished line to the front, makes room and reads on.
  private mutating func readMore() throws(TraceError) {
    if lineStart > 0 {
      buffer.replaceSubrange(0..<end - lineStart, with: buffer[lineStart..<end])
      end -= lineStart
      lineStart = 0
    }
    guard end <= TraceLimits.lineByteCountMax else {
      throw TraceError(
        .malformed, file: input.path, line: number + 1,
        "the line is longer than \(TraceLimits.lineByteCountMax >> 20) MiB; divide the session")
    }
    if end == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    let count = try input.read(into: &buffer, from: end)
    end += count
    isAtEnd = count == 0
  }

  /// 1 MiB: longer than nearly every line, so that lines are rarely moved.
  private static let chunkByteCount = 1 << 20
}
