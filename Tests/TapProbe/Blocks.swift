internal import Glibc

/// Blocks of memory that one thread allocates and another releases.
///
/// Unchecked and unsafe, because raw memory is what it is about; the thread that asks waits for the one that
/// works.
@safe final class Blocks: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  private let count: Int
  private var work: (Blocks) -> Void = { _ in }

  init(count: Int) {
    self.count = count
    unsafe blocks.reserveCapacity(count)
  }

  func allocate() {
    for _ in 0..<count { unsafe blocks.append(.allocate(byteCount: 100_000, alignment: 16)) }
  }

  func release() {
    unsafe blocks.forEach { unsafe $0.deallocate() }
    unsafe blocks.removeAll(keepingCapacity: true)
  }

  /// Does something on a thread of its own, and waits for its end.
  func onAnotherThread(_ work: @escaping (Blocks) -> () -> Void) throws {
    self.work = { work($0)() }
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let blocks = unsafe Unmanaged<Blocks>.fromOpaque(argument).takeUnretainedValue()
        blocks.work(blocks)
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    guard code == 0 else { throw Probe.Failure(description: "errno \(code)") }
    _ = pthread_join(thread, nil)
  }
}
