package import InkModel

/// Everything a session is made from, apart from its seed: one file of parameters.
///
/// What each parameter means, its unit, range and default stand in `Parameter.table`, and nowhere else. The
/// zeros below are never seen: `init` fills every property from that table.
package struct Workload: Hashable, Sendable {
  /// What the file calls itself.
  package var name = "default"
  /// What real use the workload stands for.
  package var about = ""
  package var seed = 0

  package var document = DocumentParameters()
  package var page = PageParameters()
  package var hand = HandParameters()
  package var session = SessionParameters()
  package var pauses = PauseParameters()
  package var edits = EditParameters()
  package var pages = PageTurningParameters()
  package var app = AppParameters()
  package var saving = SavingParameters()

  /// A workload of the table's defaults.
  package init() {
    for parameter in Parameter.table { parameter.reset(&self) }
  }

  /// The format that workload files name as their `schema`.
  package static let schema = "inkbench-workload/1"

  /// Whether a file's first bytes are those of a workload file, of any version.
  package static func isWorkload(startingWith bytes: some Collection<UInt8>) -> Bool {
    let start = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return start.hasPrefix("{") && start.contains("\"schema\":\"inkbench-workload/")
  }

  /// The save policy that the workload asks for.
  package var policy: SavePolicy {
    SavePolicy(
      trigger: saving.trigger, delayMilliseconds: UInt32(saving.delayMilliseconds),
      maxWaitMilliseconds: saving.maxWaitMilliseconds.map { UInt32($0) })
  }

  /// The size of every page.
  package var canvas: Canvas {
    Canvas(
      width: Int32(Elementary.nearestInteger(page.widthPoints * 10)),
      height: Int32(Elementary.nearestInteger(page.heightPoints * 10)))
  }
}
