import InkSimulation

/// The article on the keys of workload files, written from the table that reads them.
enum WorkloadReference {
  static let file = "WorkloadReference.md"

  static var text: String {
    ([Self.beginning] + sections.map(Self.section)).joined(separator: "\n")
  }

  /// Sections of a file, in the order of the table; the empty one is the top of the file.
  private static var sections: [String] {
    var sections: [String] = []
    for parameter in Parameter.table where !sections.contains(parameter.section) {
      sections.append(parameter.section)
    }
    return sections
  }

  private static func section(_ name: String) -> String {
    let rows = Parameter.table.filter { $0.section == name }
    let title = name.isEmpty ? "Top of the file" : name
    var lines = ["## \(title)", "", about[name] ?? "", ""]
    lines += [
      "| key | meaning | default | range | unit | basis |", "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += rows.map { parameter in
      let range = parameter.values + (parameter.mayVary ? ", may vary" : "")
      let cells = [
        "`\(parameter.key)`", parameter.about, "`\(parameter.defaultText)`",
        range + (parameter.mayBeNull ? ", or null" : ""), parameter.unit.isEmpty ? "–" : parameter.unit,
        parameter.basis.rawValue,
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a section is about, in a sentence or two.
  static let about = [
    "": "Besides `schema`, `name` and `about`.",
    "document": "What is there when the session begins, and what the app keeps with each stroke.",
    "page": "How a page is laid out and what stands on it.",
    "hand": "How the pen moves and what the tablet reports of it.",
    "session": "How much is written, and in how many sittings.",
    "pauses": """
    Times between strokes. The time from pen-up to pen-down depends on how far the pen has to go, in heights \
    of a small letter; new lines, thought and breaks take longer. They decide how many strokes a save holds.
    """,
    "edits": """
    What is erased, undone, moved and inserted. Gestures follow the rates in the mean: each stroke written \
    adds to what is still to be removed and moved, and a gesture comes when the sum covers it. The three \
    weights need not add up to one.
    """,
    "pages": "Which pages the writer goes to, and what happens to the list of pages.",
    "app": "What happens to the app and the document as a whole.",
    "saving": """
    When the app saves by itself; it also saves when a page is left, when it goes to the background and when \
    the document is closed. `debounce` restarts its timer at the end of each change, and may fire while the \
    next stroke is drawn; `idle` is the same, but pen-down cancels the timer; `periodic` fires at multiples \
    of its interval while there are changes; `per-stroke` saves at the end of each change.
    """,
  ]

  static let beginning = """
    # Workload reference

    Every key of a workload file, with its meaning, default, range, unit and basis.

    A workload is one JSON object. It names its format and itself, says what real use it stands for, and sets
    the parameters that differ from their defaults, section by section:

    ```json
    {
      "schema": "inkbench-workload/1",
      "name": "our-app",
      "about": "An hour of notes with long pauses.",
      "session": { "minutes": 60, "strokes": 1200 },
      "page": { "strokesPerPage": { "p50": 300, "p90": 1100, "p99": 3000 } }
    }
    ```

    `schema` and `name` must be there. A key that is unknown, a value out of its range and a law that is no law
    are refused with the line and column where they stand. `inkbench help workload` prints the same parameters.

    ## Where defaults come from

    The **basis** says where a default comes from. *Measured* is taken from public files of handwritten notes and
    from published studies of handwriting; *assumed* is set by judgement, because nobody has published a
    measurement. Put your own numbers in the place of assumed ones first.

    ## Values that vary

    Where the range says *may vary*, three forms may be given. Whatever the form, no draw leaves the range of
    its parameter: what lies beyond is taken for the nearest bound.

    A number is always the same:

    ```json
    { "schema": "inkbench-workload/1", "name": "fixed", "pauses": { "thinkSeconds": 5 } }
    ```

    A table of quantiles is what analytics give. `p50` is the median; any number of percentages from `p0` to
    `p100` may stand there, with up to six digits after a point, and values must not fall from one to the next.
    Between two of them draws are linear; beyond the outer two they are constant, so name `p0` and `p100` if
    your extremes matter:

    ```json
    {
      "schema": "inkbench-workload/1", "name": "table",
      "page": { "strokesPerPage": { "p50": 300, "p90": 1100, "p99": 2400 } },
      "pauses": { "thinkSeconds": { "p0": 0.5, "p50": 4, "p90": 30, "p99.9": 600 } }
    }
    ```

    A law has its name and all of its fields. Fields called `low`, `high`, `mean` and `median` are in the unit
    and the range of the parameter, except the mean of `poisson`, a plain number:

    ```json
    {
      "schema": "inkbench-workload/1", "name": "laws",
      "page": { "strokesPerPage": { "lognormal": { "median": 150, "sigma": 0.9 } } },
      "session": {
        "sittingMinutes": { "gamma": { "shape": 2, "scale": 15 } },
        "sittingGapHours": { "normal": { "mean": 4, "deviation": 1 } }
      },
      "pauses": {
        "thinkSeconds": { "exponential": { "mean": 6 } },
        "swipeSeconds": { "beta": { "alpha": 2, "beta": 5 } }
      },
      "edits": { "eraseBurstStrokes": { "uniform": { "low": 1, "high": 5 } } },
      "pages": {
        "revisitStrokes": { "poisson": { "mean": 4 } },
        "revisitDistance": { "geometric": { "probability": 0.4 } }
      }
    }
    ```

    | law | fields | draws |
    | --- | --- | --- |
    | `uniform` | `low`, `high` | any number between the two, each as likely |
    | `normal` | `mean`, `deviation` | around the mean, with a standard deviation |
    | `lognormal` | `median`, `sigma` | around the median; `sigma` is the standard deviation of the logarithm |
    | `gamma` | `shape`, `scale` | with mean shape × scale |
    | `beta` | `alpha`, `beta` | from 0 to 1, with mean alpha ÷ (alpha + beta) |
    | `exponential` | `mean` | times between things that happen at random |
    | `poisson` | `mean` | whole numbers of things that happen at random |
    | `geometric` | `probability` | whole numbers: failures before the first success |

    """
}
