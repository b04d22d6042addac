internal import InkModel
package import InkReport
package import InkRun
internal import InkStorage

/// Takes the shape of a store of somebody's, which a process of its own opens in a copy: one that ends the
/// process, or keeps it for ever, has a shape too.
package struct ShapeCheck: Sendable {
  private let image: StoreImage
  private let place: String
  private let launcher: ChildLauncher
  /// How long opening and reading the whole store may take.
  package var silenceNanosecondsMax: UInt64 = 120_000_000_000

  /// Makes a check; `place` is a directory that exists and is ours.
  package init(of image: StoreImage, place: String, launcher: ChildLauncher) {
    self.image = image
    self.place = place
    self.launcher = launcher
  }

  /// The shape as the backend of a case sees it; nil if the store has no file that it gives a meaning.
  package func shape(for runCase: RunCase) throws(RunError) -> StoreShape? {
    var look = FileLook(runCase.backend.traits.fileRoles)
    guard look.knows(image) else { return nil }
    var shape = look.look(at: image).shape
    let directory = place + "/store"
    StoreCopy.remove(directory)
    try StoreCopy.makeDirectory(directory)
    defer { StoreCopy.remove(directory) }
    do throws(StoreImageError) { try image.write(to: directory) } catch { throw .store(error.description) }
    let task = ShapeTask(
      backend: runCase.name.backend, codec: runCase.name.codec, durability: runCase.name.durability,
      directory: directory)
    var found: StoreShape?
    let end = try launcher.converse(task, silenceNanosecondsMax: silenceNanosecondsMax) { (line: ShapeLine) in
      switch line {
      case .read(let shape): found = shape
      case .failed(let reason): return .child(reason)
      }
      return nil
    }
    if let found {
      shape.formUnion(found)
      return shape
    }
    if case .died(let end) = end, end.wasKilled { throw .child("the process was killed from outside") }
    guard let ending = StoreShape(end) else {
      throw .child(launcher.interruption.isRequested ? "interrupted" : "the process ended without a word")
    }
    shape.formUnion(ending)
    return shape
  }
}
