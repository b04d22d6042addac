/// The kinds of call that are measured apart.
package enum Phase: String, Codable, Hashable, Sendable, CaseIterable {
  case saveAutosave = "save.autosave"
  case savePageClose = "save.page-close"
  case saveBackground = "save.background"
  case saveDocumentClose = "save.document-close"
  case insertAsset = "insert-asset"
  case pageOperation = "page-operation"
  case openDocument = "open-document"
  /// Opening after a terminated process.
  case recovery
  case openPage = "open-page"
  case closePage = "close-page"
  case idle
  case background
  case listLibrary = "list-library"
  case export
  case closeDocument = "close-document"

  /// Whether the call acknowledges a writer's changes.
  package var isSave: Bool {
    switch self {
    case .saveAutosave, .savePageClose, .saveBackground, .saveDocumentClose: true
    default: false
    }
  }
}
