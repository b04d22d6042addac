internal import InkModel
internal import InkStorage
internal import InkTap

/// The stroke that a judge writes once a store has recovered.
///
/// A store that shows everything after a crash and can't save any more has not recovered. So the judge writes
/// as an app would go on writing, and looks for its stroke at the next opening.
struct JudgesStroke {
  let page: PageID

  /// Beyond the ids that simulator, importers and crash excerpts give.
  private static let id = ElementID(rawValue: 1 << 52 | 0xFFFF)
  private static let points = (0..<3 as Range<Int32>).map {
    SamplePoint(x: 1_000 + $0, y: 1_000, t: UInt32($0) * 4, pressure: 500, radius: 10)
  }

  /// Opens the page, adds the stroke on top, saves and closes.
  ///
  /// Where file calls are recorded, the save is marked as step 1.
  func write(to store: any StorageBackend, timeMilliseconds: UInt64) throws(StorageError) {
    var content = Page(id: page)
    try store.openPage(page, into: &content)
    var arena = InkArena()
    arena.points = Self.points
    let stroke = Stroke(id: Self.id, ink: Ink(), points: ArenaRange(start: 0, count: Self.points.count))
    let edit = Edit.put(.stroke(stroke), index: content.elements.count)
    do throws(EditError) { try content.apply(edit, from: arena) } catch { throw .misuse("\(error)") }
    Tap.mark(RecordedMark(.begun, step: 1, phase: "save"))
    try store.save(
      ChangeSet(
        reason: .autosave, timeMilliseconds: timeMilliseconds,
        pages: [PageChange(page: content, edits: [edit], arena: arena)]))
    Tap.mark(RecordedMark(.acknowledged, step: 1, phase: "save"))
    try store.closePage(page)
  }

  /// Takes the stroke off its page again; false if it is not on top.
  func remove(from content: inout Page) -> Bool {
    guard content.elements.last?.id == Self.id else { return false }
    return (try? content.apply(.remove(Self.id), from: InkArena())) != nil
  }
}
