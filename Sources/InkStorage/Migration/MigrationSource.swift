internal import InkModel

/// The old store, held and recognised.
struct MigrationSource {
  let access: StoreAccess
  let form: StoreForm
  let documents: [DocumentID]
  let byteCount: Int
  /// The inode of the store's directory.
  let identity: FileIdentity
  let mode: UInt32
  /// Kept until the new store has taken its place.
  let hold: StoreHold
  /// The codec that its pages have in common; nil if they have several or none.
  let codec: (any PageCodec)?
  /// Nil if a backend from outside wrote it.
  let kind: StoreKind?

  /// Takes hold of a store and finds out what it is; nothing in it is changed but its lock file.
  init(_ request: MigrationRequest, at store: String) throws(MigrationError) {
    guard case .directory(let identity) = SystemCalls.place(store),
      let ownership = SystemCalls.ownership(of: store)
    else { throw MigrationError(.refused, "'\(store)' is not a directory, so it is no store") }
    guard ownership.isOurs else {
      throw MigrationError(
        .refused,
        "'\(store)' belongs to another user, to whom the new store would be lost; migrate as that user")
    }
    self.identity = identity
    mode = ownership.mode
    let kind =
      request.source == nil ? try StoreKind(ofStoreAt: store) : request.source.flatMap(StoreKind.init)
    self.kind = kind
    let type: any StorageBackend.Type = request.source ?? kind?.backend ?? NullBackend.self
    let known = try MigrationError.wrapping { () throws(StorageError) in try kind?.documents(in: store) }
    let nothing = MigrationError(.refused, "'\(store)' holds no document of \(type.traits.name)")
    // Before the lock is made: this may be somebody's directory.
    if let known, known.isEmpty { throw nothing }
    guard SystemCalls.isWritable(store) else {
      throw MigrationError(
        .refused,
        "'\(store)' is read-only for you, and such a directory can't be locked or change its place; "
          + "make it writable (chmod u+w) and try again")
    }
    let hold = try MigrationError.wrapping { () throws(StorageError) in try StoreHold(store, of: type) }
    let names = try MigrationError.wrapping { () throws(StorageError) in try kind?.codecs(in: store) ?? [] }
    form = StoreForm(backend: request.source?.traits.name ?? kind?.rawValue ?? "", codecs: names.sorted())
    let all = BuiltInCodecs.all + request.codecs
    codec = names.count == 1 ? all.first { names.contains($0.name) } : nil
    let foreign = names.filter { BuiltInCodecs.named($0) == nil }
    guard foreign.count < 2 else {
      throw MigrationError(
        .refused,
        "pages of '\(store)' are written with \(foreign.sorted().joined(separator: " and ")), of which a "
          + "backend can be given one; have the app write them with one codec first")
    }
    var environment = StoreEnvironment(
      directory: store, durability: type.traits.durabilities.max() ?? .processCrash,
      codec: all.first { foreign.contains($0.name) } ?? codec ?? PackedCodec(), seed: request.seed)
    environment.lock = hold.lock
    let access = StoreAccess(type: type, environment: environment)
    (self.access, self.hold) = (access, hold)
    (documents, byteCount) = try MigrationError.wrapping { () throws(StorageError) in
      let ids = if let known { known } else { try type.init(environment).listLibrary().map { $0.id } }
      return (ids.sorted { $0.rawValue < $1.rawValue }, try StoreTree.byteCount(of: store))
    }
    guard !documents.isEmpty else { throw nothing }
  }

  /// Throws if files lie in the store that are not its backend's, unless the old store is kept.
  func refuseForeignFiles(_ request: MigrationRequest) throws(MigrationError) {
    guard request.keepOld == nil else { return }
    let foreign = try MigrationError.wrapping { () throws(StorageError) in
      try StoreTree.foreignFiles(in: access.directory, of: access.type, documents)
    }
    guard let first = foreign.first else { return }
    let (verb, them) = foreign.count == 1 ? ("is", "it") : ("and \(foreign.count - 1) more are", "them")
    throw MigrationError(
      .refused,
      "'\(access.directory)/\(first)' \(verb) not the store's own and would be removed with it; "
        + "move \(them) away, or keep the old store with --keep-old")
  }
}
