internal import InkSimulation

/// The help of the workload format, its parameters written from the table that also reads them.
enum WorkloadHelp {
  /// The word after `help` that asks for it.
  static let topic = "workload"

  /// A whole workload file.
  static let example = """
    {
      "schema": "inkbench-workload/1",
      "name": "our-app",
      "about": "An hour of notes with long pauses.",
      "session": {"minutes": 60, "strokes": 1200},
      "pauses": {"thinkSeconds": {"lognormal": {"median": 8, "sigma": 1.2}}},
      "saving": {"trigger": "idle", "delayMilliseconds": 2000}
    }
    """

  /// The whole text, ending with a newline.
  static func text(program: String) -> String {
    var lines = TextLayout.wrap(
      "A workload is a JSON file of parameters. What it leaves out keeps its default.")
    lines += [""] + example.split(separator: "\n").map { "  " + $0 }
    lines += [""] + TextLayout.wrap("Save it as our-app.json and run it with '\(program) run our-app.json'.")
    lines += [""]
    lines += TextLayout.wrap(
      "A parameter that may vary is a number, a law (uniform, normal, lognormal, gamma, beta, exponential, "
        + "poisson, geometric) or quantiles such as {\"p50\": 1, \"p90\": 4}. A default is measured, from studies "
        + "and public files of handwriting, or assumed.")
    lines += ["", "Parameters and their defaults:"]
    for parameter in Parameter.table {
      lines += TextLayout.wrap("\(parameter.path) = \(parameter.defaultText)", indent: 2, hanging: 6)
      lines += TextLayout.wrap(
        "\(parameter.about) (\(parameter.allowed); \(parameter.basis.rawValue))", indent: 6)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
