internal import InkModel
package import InkStorage

/// The backends and codecs that this executable knows, by name.
package struct Registry {
  package let backends: [any StorageBackend.Type]
  package let codecs: [any PageCodec]
  /// The codecs that a run takes if none is named: of the built-in ones two, so that a first run is short,
  /// and all that a package of its own has brought.
  package let standardCodecs: [any PageCodec]

  /// The word that stands for all backends or codecs on the command line.
  package static let allWord = "all"

  /// Everything that an executable knows, with the backends and codecs of its own.
  package static func standard(
    backends: [any StorageBackend.Type] = [], codecs: [any PageCodec] = []
  ) throws(CommandFailure) -> Registry {
    let byNameOnly = Set(BuiltInCodecs.all.map(\.name)).subtracting(BuiltInCodecs.standardNames)
    return try Registry(
      backends: BuiltInBackends.all + backends, codecs: BuiltInCodecs.all + codecs,
      codecsByNameOnly: byNameOnly)
  }

  /// Makes a registry; throws if a name is used twice or can't be written in a list or in files.
  package init(
    backends: [any StorageBackend.Type], codecs: [any PageCodec], codecsByNameOnly: Set<String> = []
  ) throws(CommandFailure) {
    self.backends = backends
    self.codecs = codecs
    standardCodecs = codecs.filter { !codecsByNameOnly.contains($0.name) }
    try Self.check(backends.map { $0.traits.name }, kind: "backend")
    try Self.check(codecs.map(\.name), kind: "codec")
    for codec in codecs {
      guard codec.name.utf8.count <= CodecName.byteCountMax else {
        throw CommandFailure(
          .internalError,
          "a codec can't be called '\(codec.name)': use at most \(CodecName.byteCountMax) bytes")
      }
    }
  }

  /// The backends of the given names, in that order; the standard ones if there are none, and all for 'all'.
  package func backends(named names: [String]) throws(UsageError) -> [any StorageBackend.Type] {
    guard !names.isEmpty else { return backends.filter { $0.traits.isStandard } }
    guard names != [Self.allWord] else { return backends }
    return try pick(names, from: backends, kind: "backend") { $0.traits.name }
  }

  /// The codecs of the given names, in that order; the standard ones if there are none, and all for 'all'.
  package func codecs(named names: [String]) throws(UsageError) -> [any PageCodec] {
    guard !names.isEmpty else { return standardCodecs }
    guard names != [Self.allWord] else { return codecs }
    return try pick(names, from: codecs, kind: "codec") { $0.name }
  }

  private func pick<Item>(
    _ names: [String], from items: [Item], kind: String, name: (Item) -> String
  ) throws(UsageError) -> [Item] {
    var picked: [Item] = []
    for wanted in names {
      guard let item = items.first(where: { name($0) == wanted }) else {
        throw UsageError("unknown \(kind) '\(wanted)': \(suggestion(for: wanted, among: items.map(name)))")
      }
      picked.append(item)
    }
    return picked
  }

  private static func check(_ names: [String], kind: String) throws(CommandFailure) {
    var seen: Set<String> = []
    for name in names {
      // Names stand in lists by comma, in the names of cases and in file names.
      guard !name.isEmpty, name.utf8.allSatisfy(CodecName.allows) else {
        throw CommandFailure(
          .internalError, "a \(kind) can't be called '\(name)': use lower-case letters, digits, '.' and '-'")
      }
      guard name != allWord else {
        throw CommandFailure(
          .internalError, "a \(kind) can't be called '\(name)': that word stands for all of them")
      }
      guard seen.insert(name).inserted else {
        throw CommandFailure(
          .internalError, "two \(kind)s are called '\(name)': give one of them another name")
      }
    }
  }
}
