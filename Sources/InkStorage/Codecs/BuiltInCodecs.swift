/// The page codecs that come with the library.
public enum BuiltInCodecs {
  /// All of them, the plainest first; each also deflated, with '.z' behind its name.
  public static let all: [any PageCodec] = plain + plain.map { DeflatedCodec($0) }

  private static let plain: [any PageCodec] = [
    JSONCodec(layout: .points), JSONCodec(layout: .differences), PackedCodec(), VarintCodec(),
  ]

  /// The names of those that a run takes unless it is told otherwise: the most readable and the fastest.
  public static let standardNames = ["json", "packed"]

  /// The codec of a name; nil if there is none.
  public static func named(_ name: String) -> (any PageCodec)? { all.first { $0.name == name } }
}
