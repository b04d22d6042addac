/// The disk and the machine beside the rounds: bare costs, and how steady both were.
struct MachineTable {
  let machine: MachineRow

  /// Empty if no reading was taken.
  var text: String {
    guard !machine.noise.isEmpty else { return "" }
    return [floors.text, noise.text, explanation].joined(separator: "\n")
  }

  private var floors: MarkdownTable {
    var table = MarkdownTable(
      ["bare cost", "bytes", "n", "p50", "p90", "p99", "max", "median of each reading"], textColumns: 1)
    table.rows = machine.floors.map { row in
      [
        row.kind.words, Humanised.count(Double(row.bytes)), Humanised.count(Double(row.count)),
        time(row.p50Nanoseconds), time(row.p90Nanoseconds), time(row.p99Nanoseconds),
        time(row.maxNanoseconds), row.readings.map(time).joined(separator: ", "),
      ]
    }
    return table
  }

  private var noise: MarkdownTable {
    var table = MarkdownTable(
      [
        "reading", "work p90 ÷ p50", "passed ÷ CPU", "oversleep p50 / p90", "stolen", "others runnable",
        "load",
        "sync p10 / p50 / p90",
      ], textColumns: 1)
    table.rows = machine.noise.map { row in
      [
        row.moment.rawValue, Humanised.digits(row.stretchTail), Humanised.digits(row.waitRatio),
        "\(time(row.oversleepP50Nanoseconds)) / \(time(row.oversleepP90Nanoseconds))",
        row.stolenShare.map { Humanised.digits($0 * 100) + " %" } ?? "–",
        row.otherRunnable.map(String.init) ?? "–", row.loadAverage.map(Humanised.digits) ?? "–",
        [row.syncP10Nanoseconds, row.syncP50Nanoseconds, row.syncP90Nanoseconds].map(time)
          .joined(separator: " / "),
      ]
    }
    return table
  }

  private var explanation: String {
    "Taken in a process of its own before the first round, after the last and in between. Rows of "
      + "`machine.floors` and `machine.noise` in report.json; what is tolerated stands under Method.\n"
  }

  private func time(_ nanoseconds: UInt64?) -> String {
    nanoseconds.map { Humanised.time(nanoseconds: Double($0)) } ?? "–"
  }
}

extension MachineFloor.Kind {
  /// The calls, in words.
  package var words: String {
    switch self {
    case .replace: "write a file, sync, rename, sync the directory"
    case .append: "append, sync"
    case .sync: "sync after a write in place"
    case .read: "open and read a file in memory"
    case .copy: "memcpy"
    }
  }
}
