internal import CDeflate

/// The CRC-32 of some bytes, going on from that of the bytes before them.
///
/// The polynomial of zlib and PNG; libdeflate computes it several times faster than zlib does.
func checksum(_ bytes: RawSpan, from earlier: UInt32 = 0) -> UInt32 {
  unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(earlier, $0.baseAddress, $0.count) }
}
