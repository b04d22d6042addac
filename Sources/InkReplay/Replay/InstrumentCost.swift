internal import InkReport
internal import InkStorage
internal import InkTap

/// What measuring a call on a store costs, apart from the file calls within it.
package enum InstrumentCost {
  /// Nanoseconds that the recorder of calls takes around one that writes, over so many of them.
  ///
  /// The very recorder that a replay uses: its clocks, its two sums over the tap's counters, its look at what
  /// was written, and every 32nd time the CPU clocks and page faults. The call itself does nothing, so the
  /// look is asked for.
  package static func nanosecondsPerCall(calls: Int) -> Double {
    let recorder = CallRecorder(
      callsExpected: calls, lengthMilliseconds: 1, options: ReplayOptions(exportPath: ""))
    let start = Clock.nanoseconds()
    for _ in 0..<calls {
      // A call that does nothing does not fail.
      try? recorder.measure(.saveAutosave, intendedMilliseconds: 0) { () throws(StorageError) in }
      recorder.recordWritten()
    }
    return Double(Clock.nanoseconds() - start) / Double(calls)
  }
}
