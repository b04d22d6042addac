internal import InkModel

extension Report {
  /// The report as `report.md`: the answer, the tables, the plots, then method and environment.
  ///
  /// `plots` are the pictures that were drawn, and `plotNote` says in a sentence why there are none.
  package func markdown(plots: [PlotFile] = [], plotNote: String? = nil) -> String {
    let groups = CaseGroup.all(of: self)
    var text = "# \(title)\n\n"
    text += marks
    text += groups.map { Answer(group: $0).text + "\n" }.joined()
    if groups.isEmpty { text += "No case was run.\n\n" }
    for group in groups {
      text += "## \(group.durability.rawValue), workload \(group.workload)\(group.machinePart)\n\n"
      let tables = [
        ResultTable(group: group).text, CallTable(group: group).text, ReasonTable(group: group).text,
        ResourceTable(group: group).text, SteadinessTable(group: group).text, RoleTable(group: group).text,
      ].filter { !$0.isEmpty }.joined(separator: "\n")
      text += tables + "\n"
      if tables.contains("†") {
        text += "† The rounds differ, so this is not exact in this run: the median is shown.\n\n"
      }
      for plot in plots where plot.group == group.slug {
        text += "![\(plot.caption)](\(plot.name))\n\n*\(plot.caption)*\n\n"
      }
    }
    if let plotNote { text += plotNote + "\n\n" }
    text += ModelledSections(modelled: modelled).text
    let device = DeviceTable(report: self).text
    text += device.isEmpty ? "" : "## Recorded on the device\n\n" + device + "\n"
    text += "## Crashes\n\n" + CrashTable(report: self).text + "\n"
    text += "### What a crash can leave\n\n" + CrashStatesTable(report: self).text
    let machine = MachineTable(machine: machine).text
    text += machine.isEmpty ? "" : "## The disk and the machine beside the rounds\n\n" + machine + "\n"
    text += "## Method\n\n" + Method(report: self).text + "\n"
    text += "## Environment\n\n" + environmentTable.text + "\n"
    return text + "## Repeat\n\n```sh\n\(command)\n```\n"
  }

  private var title: String {
    let names = sessions.map(\.name)
    return "InkBench: " + (names.isEmpty ? "no session" : names.joined(separator: ", "))
  }

  /// What a reader must know before any number.
  private var marks: String {
    var lines: [String] = []
    if isInterrupted {
      let complete = cases.count { $0.timedRounds >= options.rounds }
      lines.append(
        "**Interrupted:** the run was stopped before its end; \(complete) of \(cases.count) cases have all their rounds."
      )
    }
    lines += partMarks
    for session in sessions where session.shapes == ShapeOrigin.dropped.rawValue {
      lines.append(
        "**Synthetic shapes:** the strokes of \(oneLine(session.name)) were recorded without their shapes, which were "
          + "drawn anew; numbers, sizes and pauses are the writer's.")
    }
    for session in sessions where session.droppedEventCount > 0 {
      lines.append(
        "**Cut recording:** the recorder of \(oneLine(session.name)) had no room for "
          + "\(session.droppedEventCount) events at its end.")
    }
    lines += warnings.map { "**Warning:** \(oneLine($0))" }
    return lines.isEmpty ? "" : lines.map { "> \($0)\n" }.joined(separator: ">\n") + "\n"
  }

  private var environmentTable: MarkdownTable {
    var table = MarkdownTable(["fact", "value"], textColumns: 2)
    table.rows = [["inkbench", toolVersion]] + environment.map { [$0.name, $0.value] }
    return table
  }
}
