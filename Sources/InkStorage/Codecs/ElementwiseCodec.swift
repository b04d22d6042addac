internal import InkModel

/// A codec whose elements stand side by side, each spelled without regard to the others.
///
/// What was written of an element that has not changed may be used again.
protocol ElementwiseCodec: PageCodec {
  /// Appends what stands before the elements.
  func begin(_ buffer: inout ByteBuffer)
  /// Appends what stands before an element.
  func separate(isFirst: Bool, _ buffer: inout ByteBuffer)
  func encode(_ element: Element, of page: borrowing Page, into buffer: inout ByteBuffer)
  /// Appends what stands behind the elements.
  func end(_ buffer: inout ByteBuffer)
}

extension ElementwiseCodec {
  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    begin(&buffer)
    var isFirst = true
    for element in page.elements {
      separate(isFirst: isFirst, &buffer)
      isFirst = false
      encode(element, of: page, into: &buffer)
    }
    end(&buffer)
  }
}
