internal import InkModel
internal import InkReport
internal import InkRun

/// `inkbench bench`: the project's own figures against their bounds.
struct BenchCommand: Command {
  static let name = "bench"
  static let abstract = "Measure the project's own figures and hold them against their bounds."
  static let discussion = [
    "Ratios are taken within one run, so that they mean the same on another machine. A noise probe runs first: on "
      + "a noisy machine, or where its own samples lie more than a quarter apart, a figure out of bounds is "
      + "inconclusive rather than failed."
  ]
  static let exitCodes: [ExitCode] = [.success, .regression, .usage, .unavailable, .diskFailed]
  static let examples = [
    Example("bench", "All figures, as a table."),
    Example("bench tap.count --json", "One figure, as JSON."),
    Example("bench writer", "All figures of one part."),
  ]
  static let arguments: [Argument<Self>] = [
    .operands(
      "FIGURE", \.names,
      help: "Figures to measure, the beginnings of their names, or parts such as 'writer'; all if not given."),
    .option(
      "--store", \.store, value: "DIR", help: "Where files lie meanwhile; .inkbench-store if not given."),
    .flag(
      "--json", \.isJSON, help: "Print an array of {name, value, unit, min, max, samples, spread, verdict}."),
  ]

  var names: [String] = []
  var store: String?
  var isJSON = false

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let figures = try chosen()
    let directory: StoreDirectory
    do throws(RunError) {
      directory = try StoreDirectory(context.absolutePath(store ?? RunSetup.standardStore))
    } catch {
      throw CommandFailure(error)
    }
    defer { directory.tearDown() }
    return try report(figures, in: Bench(context: context, directory: directory.copy("bench")))
  }

  private func chosen() throws(CommandFailure) -> [Figure] {
    let measured = Set(Bench.meters.flatMap { $0.names })
    let figures = try Figure.all().filter { measured.contains($0.name) }
    for name in names where !figures.contains(where: { $0.isMeant(by: name) }) {
      var known: [String] = []
      for word in figures.flatMap({ [$0.part, $0.name] }) where !known.contains(word) { known.append(word) }
      throw CommandFailure(.usage, "unknown figure '\(name)': \(suggestion(for: name, among: known))")
    }
    guard !names.isEmpty else { return figures }
    return figures.filter { figure in names.contains { figure.isMeant(by: $0) } }
  }

  private func report(_ figures: [Figure], in bench: Bench) throws(CommandFailure) -> ExitCode {
    let progress = Progress(bench.context)
    let noise = NoiseJudgement([
      NoiseRow(MachineReading(moment: .before, processor: NoiseProbe.processor(), floors: []))
    ])
    var results: [FigureResult] = []
    var remarks: [String] = []
    for (index, figure) in figures.enumerated() {
      progress.update(fraction: Double(index) / Double(figures.count), figure.name)
      guard let meter = Bench.meters.first(where: { $0.names.contains(figure.name) }) else { continue }
      if let obstacle = meter.obstacle(figure.name, in: bench) {
        remarks.append("\(figure.name) is left out: \(obstacle)")
        continue
      }
      let measurement = try meter.measure(figure.name, in: bench)
      results.append(FigureResult(figure, measurement, isMachineNoisy: noise.isProcessorNoisy))
      if let remark = measurement.remark { remarks.append("\(figure.name): \(remark)") }
    }
    progress.finish()
    for remark in remarks { bench.context.standardError.line(remark) }
    if noise.isProcessorNoisy {
      bench.context.standardError.line(
        "the machine is noisy: " + noise.findings.map(\.reason).joined(separator: "; "))
    }
    bench.context.standardOutput.write(try isJSON ? json(results) : table(results))
    return results.contains { $0.verdict == .fail } ? .regression : .success
  }

  private func json(_ results: [FigureResult]) throws(CommandFailure) -> String {
    do throws(JSONRefusal) { return String(decoding: try StrictJSON.encode(results), as: UTF8.self) } catch {
      throw CommandFailure(.internalError, "the results can't be written as JSON: \(error.reason)")
    }
  }

  private func table(_ results: [FigureResult]) -> String {
    let rows = results.map { result in
      let bounds = "\(result.min.map(format) ?? "") … \(result.max.map(format) ?? "")"
      let spread = result.spread.map { "± \(format($0 * 100)) %" } ?? "exact"
      return [result.name, "\(format(result.value)) \(result.unit)", bounds, spread, result.verdict.rawValue]
    }
    return TextLayout.table([["figure", "value", "bounds", "spread", "verdict"]] + rows)
      .joined(separator: "\n") + "\n"
  }

  /// Four significant digits, without an exponent.
  private func format(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return "0" }
    var scale = 1.0
    while abs(value) * scale < 1_000, scale < 1e6 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
