internal import Glibc
internal import InkTap

/// What the tap costs, in nanoseconds a call: the best of seven rounds.
extension Probe {
  typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int

  func measureCosts() {
    let null = unsafe open("/dev/null", O_WRONLY)
    guard let library = unsafe dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD),
      let address = unsafe dlsym(library, "write")
    else { return }
    let untapped = unsafe unsafeBitCast(address, to: Write.self)
    let bytes = [UInt8](repeating: 1, count: 64)
    let plain = best { _ = unsafe untapped(null, bytes, 64) }
    let tapped = best { _ = unsafe write(null, bytes, 64) }
    report("write-untapped-picoseconds", plain)
    report("write-tapped-picoseconds", tapped)
    report("snapshot-picoseconds", best { blackHole(Tap.snapshot()) })
    report("store-counters-picoseconds", best { blackHole(Tap.storeCounters()) })
    report("operation-count-picoseconds", best { blackHole(Tap.operationCount) })
    report("clock-picoseconds", best { blackHole(Clock.nanoseconds()) })
  }

  private func best(_ body: () -> Void) -> UInt64 {
    let count: UInt64 = 100_000
    return (0..<7).map { _ in
      let start = Clock.nanoseconds()
      for _ in 0..<count { body() }
      return (Clock.nanoseconds() - start) * 1_000 / count
    }.min() ?? 0
  }
}

/// Keeps a result from being left out.
@inline(never)
private func blackHole<Value>(_ value: Value) { withExtendedLifetime(value) {} }
