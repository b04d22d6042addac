extension JSONCursor {
  /// Takes a number of up to 64 bits without a sign.
  ///
  /// For times and sizes that a store has to give back whatever they are; `integer()` is the faster one and
  /// takes eighteen digits.
  @_lifetime(self: copy self)
  package mutating func unsignedInteger() throws(JSONFault) -> UInt64 {
    skipSpace()
    let first = offset
    var value: UInt64 = 0
    while offset < bytes.byteCount {
      let digit = byte(offset) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeNow) = tenfold.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !isTooLargeNow else { throw fault("a number is too large") }
      value = sum
      offset += 1
    }
    guard offset > first else { throw fault("expected an integer without a sign") }
    if offset - first > 1, byte(first) == UInt8(ascii: "0") { throw fault("a number starts with 0") }
    if offset < bytes.byteCount {
      let next = byte(offset)
      if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") {
        throw fault("expected an integer, found a fraction")
      }
    }
    return value
  }
}
