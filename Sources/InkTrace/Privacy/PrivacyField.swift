internal import InkModel

/// One kind of value in a session file, and what each mode of privacy leaves of it.
///
/// The table is the one source: documentation prints it, and the examination of files looks up every key that
/// it meets in it. A key that stands in no row is unknown, and nothing is vouched for.
package struct PrivacyField: Sendable {
  package let name: String
  /// Where the values stand: keys from the outside in, through lists; recorded saves begin with `save:`.
  package let paths: [String]
  /// The unit of numbers, in which the rule's steps count.
  package let unit: String
  package let rule: PrivacyRule
  /// What stays when shapes are dropped, in words.
  package let whenShapesDropped: String
  /// What stays in a summary, in words.
  package let inSummary: String

  private init(
    _ name: String, _ paths: [String], unit: String = "", _ rule: PrivacyRule, dropped: String,
    summary: String = "nothing"
  ) {
    self.name = name
    self.paths = paths
    self.unit = unit
    self.rule = rule
    whenShapesDropped = dropped
    inSummary = summary
  }
}

extension PrivacyField {
  /// All fields, ink first.
  package static let all: [PrivacyField] = ink + page + time + text + identity + device + work

  /// The paths of strokes, wherever they stand, with a key.
  private static func stroke(_ key: String) -> [String] {
    ["stroke", "pieces", "elements.stroke"].map { "\($0).\(key)" }
  }

  private static func image(_ key: String) -> [String] {
    ["image", "elements.image"].map { "\($0).\(key)" }
  }

  private static let ink = [
    PrivacyField(
      "samples: x, y, time, pressure, radius", stroke("points"), .absent, dropped: "nothing",
      summary: "histograms of lengths, sizes, durations, pressures"),
    PrivacyField(
      "number of samples", stroke("samples"), .count(max: TraceLimits.drawnPointCountMax),
      dropped: "kept for each stroke", summary: "a histogram"),
    PrivacyField(
      "box of a stroke: width and height", stroke("box"), unit: "0.1 pt",
      .multiple(of: Int(PrivacyGrain.box), max: Int(TraceLimits.coordinateMax)),
      dropped: "rounded to 1 pt; no position", summary: "histograms"),
    PrivacyField(
      "duration of a stroke", stroke("milliseconds"), unit: "ms",
      .multiple(of: Int(PrivacyGrain.milliseconds), max: Int(UInt32.max)),
      dropped: "rounded to 50 ms", summary: "a histogram"),
    PrivacyField("tool", stroke("tool"), .words(ToolName.all), dropped: "kept", summary: "counts"),
    PrivacyField("colour", stroke("colour"), .word("000000ff"), dropped: "black"),
    PrivacyField(
      "width of the line", stroke("width"), unit: "0.1 pt",
      .multiple(of: Int(PrivacyGrain.lineWidth), max: Int(UInt16.max)),
      dropped: "rounded to 0.5 pt", summary: "how often each value, eight at most"),
    PrivacyField("the app's own bytes of a stroke", stroke("opaque"), .absent, dropped: "nothing"),
    PrivacyField(
      "number of those bytes", stroke("opaqueByteCount"),
      .count(max: TraceLimits.drawnOpaqueByteCountMax), dropped: "kept", summary: "their sums"),
  ]

  private static let page = [
    PrivacyField(
      "position of an image", image("x") + image("y"), unit: "0.1 pt", .empty, dropped: "0"),
    PrivacyField(
      "size of an image", image("width") + image("height"), unit: "0.1 pt",
      .multiple(of: Int(PrivacyGrain.layout), max: Int(Int32.max)),
      dropped: "rounded to 10 pt"),
    PrivacyField(
      "bytes of an asset", ["assets.byteCount", "byteCount"], unit: "bytes",
      .multiple(of: PrivacyGrain.assetBytes, max: TraceLimits.assetByteCountMax),
      dropped: "rounded up to 1,024 bytes", summary: "a histogram"),
    PrivacyField(
      "distance of a move", ["dx", "dy"], unit: "0.1 pt",
      .multiple(of: Int(PrivacyGrain.layout), max: Int(Int32.max)),
      dropped: "rounded to 10 pt", summary: "nothing"),
    PrivacyField(
      "size of a page", ["document.pages.width", "document.pages.height", "width", "height"], unit: "0.1 pt",
      .multiple(of: Int(PrivacyGrain.layout), max: Int(Int32.max)), dropped: "rounded to 10 pt",
      summary: "how often each value, eight at most"),
  ]

  private static let time = [
    PrivacyField(
      "start and duration of an event, since the session began", ["start", "duration", "save:start"],
      unit: "ms",
      .multiple(of: Int(PrivacyGrain.milliseconds), max: Int(SessionOrder.millisecondsMax)),
      dropped: "rounded to 50 ms",
      summary: "histograms of pauses"),
    PrivacyField(
      "when a page was made", ["document.pages.createdMilliseconds", "createdMilliseconds"], unit: "ms",
      .empty,
      dropped: "0"),
  ]

  private static let text = [
    PrivacyField("title of the document", ["document.title"], .empty, dropped: "empty"),
    PrivacyField("name of the session", ["name"], .empty, dropped: "empty"),
    PrivacyField(
      "name of the app, of an imported file, of a workload",
      ["origin.app", "origin.file", "origin.format", "origin.workload"], .empty, dropped: "empty"),
    PrivacyField(
      "workload of the base, with its title", ["base.workload"], .absent, dropped: "its pages, without shapes"
    ),
    PrivacyField(
      "error of a save", ["save:error"], .word("withheld"), dropped: "'withheld' in place of the text"),
  ]

  private static let identity = [
    PrivacyField("identifier of the document", ["document.id"], .numbered(.document), dropped: "1"),
    PrivacyField(
      "identifiers of pages", ["document.pages.id", "page"], .numbered(.page),
      dropped: "numbered from 1", summary: "their number"),
    PrivacyField(
      "identifiers of assets", ["assets.id", "asset"] + image("asset"), .numbered(.asset),
      dropped: "numbered from 1"),
    PrivacyField(
      "identifiers of elements", stroke("id") + image("id") + ["element", "elements"], .numbered(.element),
      dropped: "numbered from 1"),
    PrivacyField(
      "seed, which a replay draws shapes from", ["seed"], .decimal, dropped: "made from what is left"),
    PrivacyField("digest of the file", ["digest"], .hexadecimal(32), dropped: "of what is left"),
  ]

  private static let device = [
    PrivacyField(
      "duration and bytes of a save", ["save:microseconds", "save:byteCount"],
      .count(max: TraceLimits.saveByteCountMax),
      dropped: "kept: they tell of the device"),
    PrivacyField(
      "what made the app save", ["save:save"], .words(RecordedSave.Reason.allCases.map(\.rawValue)),
      dropped: "kept"),
  ]

  private static let work = [
    PrivacyField(
      "kind of an event", ["action"], .words(ActionName.allCases.map(\.rawValue)), dropped: "kept",
      summary: "counts"),
    PrivacyField(
      "cause of an edit", ["cause"], .words(EditCause.allCases.map(\.rawValue)), dropped: "kept",
      summary: "counts"),
    PrivacyField(
      "place in the drawing order, or among the pages", ["index"],
      .count(max: TraceLimits.strokeCountMax), dropped: "kept"),
    PrivacyField(
      "what makes the app save", ["policy.trigger"],
      .words(SavePolicy.Trigger.allCases.map(\.rawValue)), dropped: "kept",
      summary: "how often each value, eight at most"),
    PrivacyField(
      "delays of saving", ["policy.delayMilliseconds", "policy.maxWaitMilliseconds"], unit: "ms",
      .count(max: Int(UInt32.max)), dropped: "kept", summary: "how often each value, eight at most"),
    PrivacyField(
      "what kind of file it is", ["schema", "origin.kind", "times", "shapes"],
      .words(
        ["simulated", "imported", "recorded"] + SessionVersion.allCases.map(\.schemaName)
          + TimeOrigin.allCases.map(\.rawValue) + ShapeOrigin.allCases.map(\.rawValue)),
      dropped: "kept", summary: "kept"),
    PrivacyField(
      "counts of lines", ["base.inline", "eventCount", "saveCount", "droppedEventCount"],
      .count(max: TraceLimits.eventCountMax),
      dropped: "kept", summary: "the number of sessions"),
  ]
}
