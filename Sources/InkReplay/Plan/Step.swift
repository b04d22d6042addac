package import InkModel

/// One thing that a replay does, with the time at which an app would have begun it.
package struct Step: Hashable, Sendable {
  /// What is done; everything but an edit is a call on the store.
  package enum Action: Hashable, Sendable {
    case openDocument
    case openPage(PageID)
    /// The edit of an event changes the page in memory.
    case edit(event: Int)
    case insertAsset(AssetID, byteCount: Int)
    case save(SaveReason, pages: [PageID])
    case addPage(PageInfo, index: Int)
    case deletePage(PageID)
    case movePage(PageID, to: Int)
    case closePage(PageID)
    case idle(milliseconds: UInt64)
    case background
    /// The process ends without a word, and the next one opens the document again.
    case terminateAndRecover
    case listLibrary
    case export
    case closeDocument
  }

  /// The intended start, in milliseconds since the session began.
  package var startMilliseconds: UInt64
  package var action: Action

  package init(startMilliseconds: UInt64, action: Action) {
    self.startMilliseconds = startMilliseconds
    self.action = action
  }
}

extension Step.Action {
  /// The action in a word, for error sentences.
  package var name: String {
    switch self {
    case .openDocument: "open document"
    case .openPage: "open page"
    case .edit: "edit"
    case .insertAsset: "insert asset"
    case .save(let reason, _): "save on \(reason.rawValue)"
    case .addPage: "add page"
    case .deletePage: "delete page"
    case .movePage: "move page"
    case .closePage: "close page"
    case .idle: "idle"
    case .background: "background"
    case .terminateAndRecover: "terminate and recover"
    case .listLibrary: "list library"
    case .export: "export"
    case .closeDocument: "close document"
    }
  }

  /// Whether a store opens or closes files in the step as a matter of course.
  package var mayChangeFileAccess: Bool {
    switch self {
    case .openDocument, .terminateAndRecover, .openPage, .background, .closeDocument: true
    default: false
    }
  }
}
