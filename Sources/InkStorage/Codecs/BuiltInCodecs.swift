/// The page codecs that come with the library.
public enum BuiltInCodecs {
  /// All of them, the plainest first.
  public static let all: [any PageCodec] = [JSONCodec(), PackedCodec()]

  /// The codec of a name; nil if there is none.
  public static func named(_ name: String) -> (any PageCodec)? { all.first { $0.name == name } }
}
