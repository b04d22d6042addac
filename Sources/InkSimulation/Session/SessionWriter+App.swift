internal import InkModel

/// Breaks, the background, menus and images.
extension SessionWriter {
  /// Does something else for a while, with the app in view or in the background.
  mutating func takeBreak() {
    guard random.chance(workload.app.backgroundShareOfBreaks) else {
      return wait(workload.pauses.breakSeconds)
    }
    record(.background)
    wait(workload.pauses.breakSeconds)
    record(.foreground)
  }

  /// Sends the app to the background; the system may end it there.
  mutating func leave(relaunching: Bool) {
    wait(workload.pauses.swipeSeconds)
    record(.background)
    wait(workload.app.awaySeconds)
    guard relaunching else { return record(.foreground) }
    relaunch()
  }

  /// Comes back hours later, when the system has long ended the app.
  mutating func sitDown() {
    record(.background)
    let gap = workload.session.sittingGapHours.sample(&random) * 3_600
    let before = now
    wait(seconds: gap)
    away += now - before
    relaunch()
  }

  private mutating func relaunch() {
    record(.terminateAndRelaunch)
    turn(to: pageInView)
  }

  /// Closes the document, looks at the shelf and opens the document again, as nearly every app has it.
  mutating func visitLibrary() {
    wait(workload.pauses.swipeSeconds)
    record(.closeDocument)
    record(.listLibrary)
    wait(workload.app.shelfSeconds)
    record(.openDocument)
    turn(to: pageInView)
  }

  /// Shares the open document from its menu.
  mutating func export() {
    changeTool()
    record(.export)
  }

  /// Puts an image on top of the page in view.
  mutating func insertImage() throws(EditError) {
    changeTool()
    let bytes = max(4, Elementary.nearestInteger(workload.edits.imageKilobytes.sample(&random) * 1_000))
    let asset = newAsset()
    record(.insertAsset(asset, byteCount: bytes))
    let canvas = workload.canvas
    let width = canvas.width * Int32(25 + random.below(45)) / 100
    let height = min(width * 3 / 4, canvas.height)
    let frame = Frame(
      x: Int32(random.below(Int(canvas.width - width) + 1)),
      y: Int32(random.below(Int(canvas.height - height) + 1)), width: width, height: height)
    let image = PlacedImage(id: newElement(), frame: frame, asset: asset)
    let edit = Edit.put(.image(image), index: sheets[pageInView]?.page.elements.count ?? 0)
    wait(workload.edits.imagePlacingSeconds)
    try commit(edit, .insert)
    done.append(Change(forward: [edit], backward: [.remove(image.id)]))
  }
}
