import InkModel
import InkStoreFixtures

@testable import InkStorage

/// A backend from outside: snapshot packages under another name, and whatever a subclass makes of them.
class OutsideStore: StoreWrapper {
  class var name: String { "outside" }
  override class var traits: BackendTraits {
    BackendTraits(name: name, summary: "packages", usesCodec: true, fileRoles: PackagePaths.fileRoles)
  }
}

/// Acknowledges saves and forgets them.
final class ForgetfulStore: OutsideStore {
  override class var name: String { "forgetful" }
  override func save(_ changes: ChangeSet) throws(StorageError) {
    if changes.pages.isEmpty { try super.save(changes) }
  }
}

/// Forgets what is saved on the way to the background.
final class DrowsyStore: OutsideStore {
  override class var name: String { "drowsy" }
  override func save(_ changes: ChangeSet) throws(StorageError) {
    if changes.reason != .background { try super.save(changes) }
  }
}

/// Does not keep the times of changes, nor the colour of ink, and says so of the colour.
final class PaleStore: OutsideStore {
  override class var name: String { "pale" }
  override class func makeCanonical(_ page: inout Page) {
    page.fill { elements, _ in
      for index in elements.indices {
        guard case .stroke(var stroke) = elements[index] else { continue }
        stroke.ink.colour = 0xFF
        elements[index] = .stroke(stroke)
      }
    }
  }
  override func loadPage(_ page: borrowing Page) throws(StorageError) {
    var pale = copy page
    Self.makeCanonical(&pale)
    try super.loadPage(pale)
  }
  override func save(_ changes: ChangeSet) throws(StorageError) {
    var pale = changes
    pale.timeMilliseconds = 0
    for index in pale.pages.indices { Self.makeCanonical(&pale.pages[index].page) }
    try super.save(pale)
  }
}
