package import InkModel
package import InkStorage

/// Reads the shape of a store.
///
/// Names and bytes tell which files are empty, end in zeros or were left behind. What is damaged or missing
/// the backend says itself: every document and page is opened, and every image read, in a copy that is not
/// kept.
package struct ShapeReading {
  private let backend: any StorageBackend.Type
  private let codec: any PageCodec
  private let durability: Durability
  private var features: Set<StoreShape.Feature> = []

  package init(backend: any StorageBackend.Type, codec: any PageCodec, durability: Durability) {
    self.backend = backend
    self.codec = codec
    self.durability = durability
  }

  /// Whether any file bears a name that the backend gives to content.
  package func knows(_ image: StoreImage) -> Bool {
    image.files.contains { file in
      switch backend.traits.fileRoles.role(of: file.path) {
      case .temporary, .other, nil: false
      default: true
      }
    }
  }

  /// The shape of a store; it is written into a directory, which must be empty, and opened there.
  package mutating func shape(
    of image: StoreImage, in directory: String
  ) throws(StoreImageError) -> StoreShape {
    features = []
    for file in image.files { look(at: file) }
    try image.write(to: directory)
    do throws(StorageError) { try open(directory) } catch { note(error, of: .document, in: directory) }
    return StoreShape(features: features)
  }

  private mutating func look(at file: StoreImage.File) {
    guard let role = backend.traits.fileRoles.role(of: file.path), role != .temporary else {
      features.insert(StoreShape.Feature(.temporary, .leftBehind))
      return
    }
    switch role {
    // Empty or filled with zeros in a store that is whole.
    case .database, .wal, .sharedMemory, .other: return
    default: break
    }
    if file.bytes.isEmpty {
      features.insert(StoreShape.Feature(role, .empty))
    } else if file.bytes.suffix(Self.zerosMin).allSatisfy({ $0 == 0 }) {
      features.insert(StoreShape.Feature(role, .endsInZeros))
    }
  }

  private mutating func open(_ directory: String) throws(StorageError) {
    let store = try backend.init(
      StoreEnvironment(directory: directory, durability: durability, codec: codec, seed: 0))
    for entry in try store.listLibrary() {
      do throws(StorageError) { try read(try store.openDocument(entry.id), in: store, directory) } catch {
        note(error, of: .document, in: directory)
      }
      try? store.closeDocument()
    }
  }

  private mutating func read(
    _ document: DocumentInfo, in store: any StorageBackend, _ directory: String
  ) throws(StorageError) {
    for info in document.pages {
      var page = Page(id: info.id)
      do throws(StorageError) { try store.openPage(info.id, into: &page) } catch {
        note(error, of: .page, in: directory)
        continue
      }
      for element in page.elements {
        guard case .image(let image) = element else { continue }
        do throws(StorageError) {
          if try store.readAsset(image.asset) == nil { features.insert(StoreShape.Feature(.asset, .absent)) }
        } catch {
          note(error, of: .asset, in: directory)
        }
      }
      try? store.closePage(info.id)
    }
  }

  private mutating func note(_ error: StorageError, of role: FileRole, in directory: String) {
    switch error {
    case .missing: features.insert(StoreShape.Feature(role, .absent))
    case .damaged(let path, _), .unsupportedVersion(let path, _, _):
      let below = path.hasPrefix(directory + "/") ? String(path.dropFirst(directory.utf8.count + 1)) : path
      features.insert(StoreShape.Feature(backend.traits.fileRoles.role(of: below) ?? role, .damaged))
    default: features.insert(StoreShape.Feature(role, .damaged))
    }
  }

  /// No format of ours ends in so many zeros.
  private static let zerosMin = 64
}
