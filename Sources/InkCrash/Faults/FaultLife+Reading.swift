internal import InkModel
internal import InkReplay
internal import InkStorage

extension FaultLife {
  /// Notes what a call gave back that it should not have.
  func found(_ sentence: String) -> Bool {
    end.wrong = "step \(number), \(plan.steps[number - 1].action.name) returned, and \(sentence)"
    return false
  }

  /// Compares a page that was opened, and its images, with what was saved; false if the life ends with it.
  func isAsSaved(_ page: borrowing Page) -> Bool {
    if let difference = difference(of: page) { return found(difference) }
    return showImages(of: page)
  }

  /// What tells a page from what was saved, as a clause; nil if nothing.
  private func difference(of page: borrowing Page) -> String? {
    var expected = Page(id: page.id)
    do throws(ReplayError) {
      try history.fill(&expected, id: page.id, editCount: history.editCount(of: page.id, by: number))
    } catch {
      return "the session can't tell what it should be: \(error)"
    }
    environment.codec.makeCanonical(&expected)
    backend.makeCanonical(&expected)
    guard page.hasSameContent(as: expected) else {
      return "page \(page.id.name) shows \(page.elements.count) elements and is not as it was saved, with "
        + "\(expected.elements.count)"
    }
    return nil
  }

  /// Reads the images of a page, as an app does that shows it.
  private func showImages(of page: borrowing Page) -> Bool {
    for case .image(let image) in page.elements {
      var bytes: [UInt8]?
      let attempt = attempt(.openPage(page.id), isNeeded: false) { () throws(StorageError) in
        bytes = try store?.readAsset(image.asset)
      }
      switch attempt {
      case .ended: return false
      case .left: continue
      case .done: break
      }
      guard bytes == AssetBytes.make(image.asset, byteCount: assetByteCounts[image.asset] ?? 0) else {
        return found(
          "asset \(image.asset.name) \(bytes == nil ? "is said to be missing" : "has other bytes")")
      }
    }
    return true
  }
}
