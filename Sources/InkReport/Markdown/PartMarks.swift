extension Report {
  /// What a reader must know of a report that is not of one whole, uninterrupted run.
  var partMarks: [String] {
    var marks: [String] = []
    if let shard {
      marks.append(
        "**Shard \(shard.text):** \(cases.count) of the \(shard.wholeCases.count) cases of the run; "
          + "`inkbench merge` makes one report of all shards.")
    }
    for resumption in resumptions ?? [] {
      let differences =
        resumption.differences.isEmpty
        ? "" : " The machine was another one: \(resumption.differences.map(oneLine).joined(separator: "; "))."
      marks.append(
        "**Resumed:** the run had been interrupted and was taken up again at \(oneLine(resumption.time)), with "
          + "\(resumption.keptSteps) steps kept. What was measured before and after was measured at different times, "
          + "which exact metrics don't depend on.\(differences)")
    }
    return marks
  }
}
