public import InkModel

/// A way of turning a page into bytes and back, usable under every backend that writes files.
///
/// A codec sees elements only: the file around it, with the page's identity and checksum, belongs to the
/// backend. Journals hand it small pages that hold just the elements of one edit.
public protocol PageCodec: Sendable {
  /// The word that names the codec on the command line and in files.
  ///
  /// Lower-case letters, digits, '.' and '-', at most 16 of them.
  var name: String { get }
  /// One line for lists.
  var summary: String { get }

  /// Appends the bytes of a page's elements, in order.
  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer)

  /// Reads all remaining bytes of the input as elements, appending them to a page that is empty.
  ///
  /// The input may be hostile: any byte may be wrong, and lengths may lie.
  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError)

  /// Reduces a page to what the codec keeps of it; by default nothing is lost.
  ///
  /// It has to come out the same before an edit as after it, since a store reads pages back between edits:
  /// rounding pressure does, rounding coordinates does not once a selection is moved by less than the grid.
  func makeCanonical(_ page: inout Page)
}

extension PageCodec {
  public func makeCanonical(_ page: inout Page) {}
}

/// The names of codecs.
package enum CodecName {
  /// As many bytes as page files and journals have room for.
  package static let byteCountMax = 16

  /// Whether a name may hold a byte: a lower-case letter, a digit, '.' or '-'.
  package static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }
}

/// Why bytes can't be read as a page.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  /// Makes an error from a sentence that says what is wrong and where.
  public init(_ description: String) { self.description = description }
}
