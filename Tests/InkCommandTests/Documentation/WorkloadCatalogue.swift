import InkModel
import InkReplay
import InkSimulation

/// The article on the library of workloads, written from the files and from what they simulate to.
enum WorkloadCatalogue {
  static let file = "Workloads.md"

  static func text() throws -> String {
    var rows: [String] = []
    var sections: [String] = []
    for embedded in WorkloadLibrary.embedded {
      let workload = try Workload(json: embedded.json)
      rows.append(try row(workload))
      sections.append("### \(workload.name)\n\n\(workload.about)\n")
    }
    return beginning + rows.joined(separator: "\n") + "\n\n## What each stands for\n\n"
      + sections.joined(separator: "\n")
  }

  private static func row(_ workload: Workload) throws -> String {
    let session = try Simulator.session(of: workload, seed: UInt64(workload.seed))
    let plan = ReplayPlan(session)
    var strokes = 0
    var points = 0
    for case .edit(_, .put(.stroke(let stroke), _), .write) in session.events.map(\.action) {
      strokes += 1
      points += Int(stroke.points.count)
    }
    let cells = [
      "`\(workload.name)`", "\(session.base.document.pages.count)", "\(session.events.count)", "\(strokes)",
      "\(points)", "\(plan.saveCount)", tenths(Double(strokes) / Double(max(1, plan.saveCount))),
      tenths(Double(plan.lossWindowMilliseconds) / 1_000), tenths(Double(plan.lengthMilliseconds) / 60_000),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static let beginning = """
    # Workloads

    The sessions that come with the program, and what real use each stands for.

    Run one by its name, such as `inkbench run sketch`. Each is a file of parameters under `Workloads`; copy the
    one that comes nearest to your app and change what differs. <doc:WorkloadReference> has all keys.

    With its own seed a workload always gives the same session. The table counts the pages that are there when
    it begins, events of any kind, strokes written and their samples, the saves that its save policy leads to,
    the longest time that a finished change waits for its save, and the length of the session with all its
    pauses.

    ## Sizes

    | workload | pages | events | strokes | samples | saves | strokes/save | loss window, s | length, min |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |

    """
}
