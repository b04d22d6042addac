internal import CIOTap

extension Tap {
  /// Writes down every call on the watched store from here on, until the recording is stopped.
  ///
  /// The room is taken and touched beforehand; a log that becomes longer is not whole, which reading it
  /// tells. Contents of writes are kept only if asked for. With a path the log lies in a new file, outside of
  /// the store, and outlives the process. A canary comes before it, and watching another store ends it.
  package static func record(
    capacityBytes: Int, keepsContents: Bool = true, to path: String? = nil
  ) throws(RecordingError) {
    let capacity = UInt64(max(capacityBytes, 0))
    let code =
      if let path {
        unsafe inktap_log_begin(path, capacity, keepsContents)
      } else {
        inktap_log_begin(nil, capacity, keepsContents)
      }
    guard code == 0 else { throw .notBegun(code: code) }
  }

  /// Ends the recording and takes the log over; no call on the store may be under way.
  package static func stopRecording() throws(RecordingError) -> Recording {
    inktap_log_stop()
    defer { inktap_log_release() }
    var length = 0
    guard let memory = unsafe inktap_log_bytes(&length) else { throw .notBegun(code: 0) }
    return try unsafe Recording(copying: UnsafeRawBufferPointer(start: memory, count: length))
  }

  /// Marks in the log where a call on the store begins or has ended.
  package static func mark(_ mark: RecordedMark) {
    var phase = mark.phase
    phase.withUTF8 { text in
      unsafe text.withMemoryRebound(to: CChar.self) {
        unsafe inktap_log_mark(
          mark.kind.rawValue, UInt64(mark.step), mark.intendedMilliseconds, $0.baseAddress, $0.count)
      }
    }
  }
}
