/// Something that an app's user waits for, apart from the save of the page being written on.
package struct Moment: Codable, Hashable, Sendable {
  /// What happens.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case openDocument = "open-document"
    case openPage = "open-page"
    case listLibrary = "list-library"
    case insertImage = "insert-image"
    case backgroundFlush = "background-flush"
    case movePage = "move-page"
    case export

    /// Whether the store is only read, so that it matters whether its files lie in memory.
    package var isReading: Bool {
      switch self {
      case .openDocument, .openPage, .listLibrary: true
      case .insertImage, .backgroundFlush, .movePage, .export: false
      }
    }

    /// The moment at the beginning of a sentence.
    package var title: String {
      switch self {
      case .openDocument: "Open the document"
      case .openPage: "Open a page"
      case .listLibrary: "List the library"
      case .insertImage: "Insert an image"
      case .backgroundFlush: "Flush to the background"
      case .movePage: "Move a page"
      case .export: "Export"
      }
    }
  }

  package var kind: Kind
  /// The notebooks of a library, or the dirty pages of a flush; nil for moments that have no size.
  package var size: Int?
  /// Whether the kernel holds none of the store's bytes when it begins.
  package var isCold: Bool

  package init(_ kind: Kind, size: Int? = nil, isCold: Bool = false) {
    self.kind = kind
    self.size = size
    self.isCold = isCold
  }

  /// The name in one word, such as `list-library-1000-cold`.
  package var name: String {
    [kind.rawValue, size.map(String.init), isCold ? "cold" : nil].compactMap(\.self).joined(separator: "-")
  }

  /// The dirty pages that a flush to the background is tried with.
  package static let flushSizes = [1, 5, 20]
  /// The notebooks of the libraries that are listed unless the user says otherwise.
  package static let librarySizesStandard = [10, 100, 1_000]

  /// All moments of the given kinds, in the order in which they are measured.
  package static func all(of kinds: [Kind], librarySizes: [Int]) -> [Moment] {
    Kind.allCases.filter(kinds.contains).flatMap { kind in
      let sizes: [Int?] =
        switch kind {
        case .listLibrary: librarySizes
        case .backgroundFlush: flushSizes
        default: [nil]
        }
      return sizes.flatMap { size in
        (kind.isReading ? [false, true] : [false]).map { Moment(kind, size: size, isCold: $0) }
      }
    }
  }
}
