internal import InkModel

/// What the new store shall be.
struct MigrationTarget {
  let type: any StorageBackend.Type
  let codec: any PageCodec
  let durability: Durability
  let form: StoreForm
  /// Whether the old store is that already.
  let isReached: Bool
  private let seed: UInt64

  init(_ request: MigrationRequest, _ source: MigrationSource) throws(MigrationError) {
    let traits = request.target.traits
    guard traits.retainsContent else {
      throw MigrationError(.refused, "'\(traits.name)' keeps nothing, so no store can be moved to it")
    }
    guard let strongest = traits.durabilities.max() else {
      throw MigrationError(.refused, "'\(traits.name)' claims no durability class")
    }
    let durability = request.durability ?? strongest
    guard traits.durabilities.contains(durability) else {
      throw MigrationError(.refused, "'\(traits.name)' does not claim \(durability.rawValue)")
    }
    type = request.target
    codec = request.codec ?? source.codec ?? PackedCodec()
    self.durability = durability
    form = StoreForm(backend: traits.name, codecs: traits.usesCodec ? [codec.name] : [])
    seed = request.seed
    let isSameKind = StoreKind(writtenBy: type).map { $0.rawValue == source.form.backend } ?? false
    let keepsCodec = request.codec == nil || !traits.usesCodec || source.form.codecs == [codec.name]
    isReached = isSameKind && keepsCodec
  }

  func access(in directory: String, _ hold: StoreHold) -> StoreAccess {
    var environment = StoreEnvironment(
      directory: directory, durability: durability, codec: codec, seed: seed)
    environment.lock = hold.lock
    return StoreAccess(type: type, environment: environment)
  }

  /// Reduces a page to what the new store keeps of it.
  func reduce(_ page: inout Page) {
    if type.traits.usesCodec { codec.makeCanonical(&page) }
    type.makeCanonical(&page)
  }

  /// Room for the new store, for the copy that is tried out, and for what the trials write.
  ///
  /// Generous: it is asked for before anything is written, and a disk that fills up in between costs time.
  func neededBytes(for inventory: StoreInventory) -> Int {
    let pages = inventory.documents.flatMap(\.pages)
    let ink = pages.reduce(0) { sum, page in
      sum + page.pointCount * (type.traits.usesCodec ? Self.encodedBytesPerPoint : SamplePoint.byteCount)
        + page.elementCount * Self.bytesPerElement + page.opaqueByteCount * 2
    }
    let assets = inventory.documents.reduce(0) { $0 + $1.assets.reduce(0) { $0 + $1.byteCount } }
    let files = pages.count * Self.fileBytesPerPage + inventory.documents.count * Self.fileBytesPerDocument
    return 2 * (ink + assets + files) + Self.trialBytes
  }

  /// JSON takes 16 bytes of an ordinary sample; extreme ones take more, other codecs less.
  private static let encodedBytesPerPoint = 24
  private static let bytesPerElement = 160
  /// A page's file and its thumbnail, each rounded up to blocks.
  private static let fileBytesPerPage = 8 << 10
  /// Directories, lists and manifest; a database has about ten pages at least.
  private static let fileBytesPerDocument = 64 << 10
  /// A log at its bound, twice.
  private static let trialBytes = 24 << 20
}
