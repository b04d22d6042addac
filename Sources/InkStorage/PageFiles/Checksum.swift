internal import CDeflate

/// The CRC-32 of some bytes, going on from that of the bytes before them.
///
/// The polynomial of zlib and PNG.
package func checksum(_ bytes: RawSpan, from earlier: UInt32 = 0) -> UInt32 {
  unsafe bytes.withUnsafeBytes { memory in
    // No bytes may have no address, which the C library takes for a request to start anew.
    guard let start = memory.baseAddress, unsafe !memory.isEmpty else { return earlier }
    return unsafe inkbench_crc32(earlier, start, memory.count)
  }
}
