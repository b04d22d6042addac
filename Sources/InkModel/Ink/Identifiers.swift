/// The name of an element, unique in its document and never reused.
public struct ElementID: BitwiseCopyable, Hashable, Sendable, RawRepresentable, Codable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The name of a page, unique in its document and never reused.
public struct PageID: BitwiseCopyable, Hashable, Sendable, RawRepresentable, Codable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// Sixteen hexadecimal digits, as used in file names.
  public var name: String { hexadecimal(rawValue) }
}

/// The name of an asset, such as an image file, unique in its document.
public struct AssetID: BitwiseCopyable, Hashable, Sendable, RawRepresentable, Codable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// Sixteen hexadecimal digits, as used in file names.
  public var name: String { hexadecimal(rawValue) }
}

/// The name of a document, unique in its library.
public struct DocumentID: BitwiseCopyable, Hashable, Sendable, RawRepresentable, Codable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// Sixteen hexadecimal digits, as used in file names.
  public var name: String { hexadecimal(rawValue) }
}

/// Sixteen lower-case hexadecimal digits of a number.
package func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
