package import InkStorage

/// Backends and codecs by the names that a task gives them.
package enum Registered {
  package static func pick(
    _ backend: String, _ codec: String?, from backends: [any StorageBackend.Type], _ codecs: [any PageCodec]
  ) throws(RunError) -> (any StorageBackend.Type, any PageCodec) {
    guard let found = backends.first(where: { $0.traits.name == backend }) else {
      throw .child("there is no backend '\(backend)'")
    }
    guard let format = codec.map({ name in codecs.first { $0.name == name } }) ?? codecs.first else {
      throw .child("there is no codec '\(codec ?? "")'")
    }
    return (found, format)
  }
}
