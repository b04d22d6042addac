/// An asset that a base document already holds.
public struct BaseAsset: Hashable, Sendable {
  public var id: AssetID
  public var byteCount: Int
  public init(id: AssetID, byteCount: Int) {
    self.id = id
    self.byteCount = byteCount
  }
}

/// The document as it is when a session begins.
public struct Base: Sendable {
  /// How a session file names the base.
  public enum Origin: Hashable, Sendable {
    /// The pages themselves stand in the file.
    case inline
    /// The pages are made again from a workload, given as its JSON text, and the session's seed.
    case workload(json: String)
  }

  public var document: DocumentInfo
  public var assets: [BaseAsset]
  public var origin: Origin
  public var source: any PageSource

  /// Makes a base from its parts; `source` numbers its pages as `document.pages` does.
  public init(document: DocumentInfo, assets: [BaseAsset] = [], origin: Origin, source: any PageSource) {
    self.document = document
    self.assets = assets
    self.origin = origin
    self.source = source
  }

  /// A base whose pages are held in memory.
  public static func inline(_ document: DocumentInfo, pages: [Page] = [], assets: [BaseAsset] = []) -> Base {
    Base(document: document, assets: assets, origin: .inline, source: InlinePages(pages))
  }
}
