internal import FoundationEssentials
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkStorage

/// What the store itself says of its shape: every document and page is opened, and every image read.
///
/// Opening may repair a store, so it is done in a copy that is not kept. What is looked for is what the
/// checks of the lab note of a state, so that a store of the lab has one shape, whoever reads it.
struct ShapeReading {
  private let backend: any StorageBackend.Type
  private let environment: StoreEnvironment
  private var shape = StoreShape()

  init(backend: any StorageBackend.Type, environment: StoreEnvironment) {
    self.backend = backend
    self.environment = environment
  }

  /// Opens the store in the environment's directory.
  mutating func read() -> StoreShape {
    do throws(StorageError) { try open() } catch { note(error, of: .document) }
    return shape
  }

  private mutating func open() throws(StorageError) {
    let store = try backend.init(environment)
    let documents = try documents(of: store)
    if documents.isEmpty { shape.insert(.document, .absent) }
    for id in documents {
      do throws(StorageError) { read(try store.openDocument(id), in: store) } catch {
        note(error, of: .document)
      }
      try? store.closeDocument()
    }
  }

  /// The documents that the store lists, and those that files at its top are called after: a store may leave
  /// out of its list what it can't read.
  private func documents(of store: any StorageBackend) throws(StorageError) -> [DocumentID] {
    var documents = try store.listLibrary().map(\.id)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: environment.directory)) ?? []
    for name in names.sorted() {
      let stem = name.prefix { $0 != "." }
      guard stem.utf8.count == Self.idDigits, let number = UInt64(stem, radix: 16) else { continue }
      let id = DocumentID(rawValue: number)
      if !documents.contains(id) { documents.append(id) }
    }
    return documents
  }

  private mutating func read(_ document: DocumentInfo, in store: any StorageBackend) {
    for info in document.pages {
      var page = Page(id: info.id)
      do throws(StorageError) { try store.openPage(info.id, into: &page) } catch {
        note(error, of: .page)
        continue
      }
      for case .image(let image) in page.elements {
        do throws(StorageError) {
          if try store.readAsset(image.asset) == nil { shape.insert(.asset, .absent) }
        } catch {
          note(error, of: .asset)
        }
      }
      try? store.closePage(info.id)
    }
  }

  private mutating func note(_ error: StorageError, of role: FileRole) {
    shape.note(error, of: role, backend.traits.fileRoles, in: environment.directory)
  }

  /// Ids stand in names as sixteen hexadecimal digits.
  private static let idDigits = 16
}
