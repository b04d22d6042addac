internal import Glibc

/// Steps that write past the tap, or by unusual ways.
extension Probe {
  typealias Syscall = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
  typealias EventWrite = @convention(c) (Int32, UInt64) -> Int32
  typealias EventOpen = @convention(c) (UInt32, Int32) -> Int32

  /// A call that Swift's Glibc has no name for, as every library of the process would find it.
  static func symbol<Function>(_ name: String, as type: Function.Type) throws -> Function {
    guard let address = unsafe dlsym(nil, name) else { throw Failure(description: "no '\(name)'") }
    return unsafe unsafeBitCast(address, to: Function.self)
  }

  static var bypassSteps: [String: Step] {
    [
      "map": { probe, words in
        let length = try probe.number(words[1])
        let address = unsafe mmap(
          nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, try probe.descriptor(words[0]), 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
          throw Failure(description: "errno \(errno)")
        }
        if words.count > 2 { try probe.check(unsafe msync(address, length, MS_SYNC)) }
      },
      "map-and-unmap": { probe, words in
        let length = try probe.number(words[1])
        let address = unsafe mmap(
          nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, try probe.descriptor(words[0]), 0)
        try probe.check(unsafe munmap(address, length))
      },
      "stream": { probe, words in
        guard let stream = unsafe fopen(probe.path(words[0]), words[1]) else {
          throw Failure(description: "errno \(errno)")
        }
        try probe.check(unsafe fclose(stream))
      },
      "raw-write": { probe, words in
        let bytes = try probe.bytes(words[1])
        let descriptor = Int(try probe.descriptor(words[0]))
        let call = try symbol("syscall", as: Syscall.self)
        let written = unsafe bytes.withUnsafeBytes {
          call(rawWrite, descriptor, Int(bitPattern: $0.baseAddress), $0.count, 0, 0, 0)
        }
        try probe.check(written)
      },
      "io-uring": { probe, _ in
        var parameters = [UInt8](repeating: 0, count: 120)
        let call = try symbol("syscall", as: Syscall.self)
        let ring = unsafe parameters.withUnsafeMutableBytes {
          call(ioUringSetup, 4, Int(bitPattern: $0.baseAddress), 0, 0, 0, 0)
        }
        probe.report("ring", ring >= 0 ? 1 : 0)
        probe.descriptors["ring"] = Int32(ring)
      },
      "eventfd": { probe, words in
        let event = try probe.check(symbol("eventfd", as: EventOpen.self)(0, 0))
        let post = try symbol("eventfd_write", as: EventWrite.self)
        for _ in 0..<(try probe.number(words[0])) { try probe.check(post(event, 1)) }
        var value: UInt64 = 1
        try probe.check(unsafe write(event, &value, 8))
      },
    ]
  }
}

/// The number of io_uring_setup, the same on every architecture.
private let ioUringSetup = 425
#if arch(x86_64)
  private let rawWrite = 1
#else
  private let rawWrite = 64
#endif
