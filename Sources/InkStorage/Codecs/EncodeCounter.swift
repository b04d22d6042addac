internal import InkModel
internal import Synchronization

/// Counts what a codec is asked to encode, whichever backend asks.
///
/// Brackets around an activity are a backend's own word; an encoding that nobody bracketed is counted here
/// all the same.
package final class EncodeCounter: Sendable {
  private let callCount = Atomic<UInt64>(0)
  private let byteCount = Atomic<UInt64>(0)

  package init() {}

  /// How often the codec was asked: for a page, or for an element where elements are encoded one by one.
  package var calls: UInt64 { callCount.load(ordering: .relaxed) }
  /// What the codec appended in these calls.
  package var bytes: UInt64 { byteCount.load(ordering: .relaxed) }

  /// A codec that does the same and is counted.
  package func counting(_ codec: any PageCodec) -> any PageCodec {
    if let codec = codec as? any ElementwiseCodec { return elementwise(codec) }
    return CountedCodec(base: codec, counter: self)
  }

  private func elementwise(_ codec: some ElementwiseCodec) -> any PageCodec {
    CountedElementwiseCodec(base: codec, counter: self)
  }

  fileprivate func count(_ buffer: inout ByteBuffer, _ encode: (inout ByteBuffer) -> Void) {
    let start = buffer.count
    encode(&buffer)
    callCount.add(1, ordering: .relaxed)
    byteCount.add(UInt64(buffer.count - start), ordering: .relaxed)
  }
}

/// A codec whose encoding is counted.
private struct CountedCodec: PageCodec {
  let base: any PageCodec
  let counter: EncodeCounter

  var name: String { base.name }
  var summary: String { base.summary }

  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    counter.count(&buffer) { base.encode(page, into: &$0) }
  }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    try base.decode(&input, into: &page)
  }

  func makeCanonical(_ page: inout Page) { base.makeCanonical(&page) }
}

/// The same for a codec whose elements can be encoded one by one, which stores may make use of.
private struct CountedElementwiseCodec<Base: ElementwiseCodec>: ElementwiseCodec {
  let base: Base
  let counter: EncodeCounter

  var name: String { base.name }
  var summary: String { base.summary }

  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    counter.count(&buffer) { base.encode(page, into: &$0) }
  }

  func begin(_ buffer: inout ByteBuffer) { base.begin(&buffer) }
  func separate(isFirst: Bool, _ buffer: inout ByteBuffer) { base.separate(isFirst: isFirst, &buffer) }

  func encode(_ element: Element, of page: borrowing Page, into buffer: inout ByteBuffer) {
    counter.count(&buffer) { base.encode(element, of: page, into: &$0) }
  }

  func end(_ buffer: inout ByteBuffer) { base.end(&buffer) }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    try base.decode(&input, into: &page)
  }

  func makeCanonical(_ page: inout Page) { base.makeCanonical(&page) }
}
