/// The clocks that measurements are read from, in nanoseconds.
package enum Clock {
  /// Time since some moment in the past, untouched by adjustments of the wall clock.
  package static func nanoseconds() -> UInt64 { Platform.monotonicNanoseconds() }

  /// CPU time of the calling thread; reading it costs a system call.
  package static func threadCPUNanoseconds() -> UInt64 { Platform.threadCPUNanoseconds() }

  /// CPU time of all threads of the process, ended ones included.
  package static func processCPUNanoseconds() -> UInt64 { Platform.processCPUNanoseconds() }
}
