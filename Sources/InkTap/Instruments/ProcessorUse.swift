/// What the processor did for the process so far: time, and faults of pages.
///
/// Read around some calls only: it takes three system calls.
package struct ProcessorUse: BitwiseCopyable, Hashable, Sendable {
  /// CPU time of all threads.
  package var processNanoseconds: UInt64
  /// CPU time of the calling thread.
  package var threadNanoseconds: UInt64
  /// Pages that were given or shared without reading a disk, all threads.
  package var minorFaults: UInt64
  /// Pages that had to be read from a disk, all threads.
  package var majorFaults: UInt64

  /// Reads everything; the thread's clock last, so that the other readings are not in its time.
  package static func start() -> ProcessorUse {
    let faults = Platform.pageFaults()
    let process = Clock.processCPUNanoseconds()
    return ProcessorUse(
      processNanoseconds: process, threadNanoseconds: Clock.threadCPUNanoseconds(), minorFaults: faults.minor,
      majorFaults: faults.major)
  }

  /// What was used since; reads in the opposite order.
  package static func since(_ start: ProcessorUse) -> ProcessorUse {
    let thread = Clock.threadCPUNanoseconds()
    let process = Clock.processCPUNanoseconds()
    let faults = Platform.pageFaults()
    return ProcessorUse(
      processNanoseconds: process - start.processNanoseconds,
      threadNanoseconds: thread - start.threadNanoseconds, minorFaults: faults.minor - start.minorFaults,
      majorFaults: faults.major - start.majorFaults)
  }
}
