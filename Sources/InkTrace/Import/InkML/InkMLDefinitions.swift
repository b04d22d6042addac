internal import InkModel

/// The contexts, formats and brushes that an InkML file defines, by their ids.
///
/// A trace names a context, which has a trace format of its own, refers to one, or has an ink source with
/// one. A context or trace format that stands directly in the root holds for the traces after it that name
/// none.
struct InkMLDefinitions {
  private var formats: [String: InkMLFormat] = [:]
  private var sources: [String: InkMLFormat] = [:]
  private var contexts: [String: InkMLFormat] = [:]
  private var brushes: [String: Ink] = [:]
  private var currentFormat = InkMLFormat.standard

  private var openFormat: InkMLFormat?
  private var openFormatID: String?
  private var isIntermittent = false
  private var openSource: Holder?
  private var openContext: Holder?
  private var openBrush: (id: String?, ink: Ink)?

  /// A context or ink source while it is open.
  private struct Holder {
    var id: String?
    var format: InkMLFormat?
    var resolutions: [(channel: String, valuesPerInch: Double)] = []

    /// Its format with all resolutions that it states.
    var complete: InkMLFormat? {
      guard var format else { return nil }
      for resolution in resolutions { format.setResolution(resolution.valuesPerInch, of: resolution.channel) }
      return format
    }
  }

  /// The format of a trace.
  func format(context reference: String?) -> InkMLFormat {
    reference.flatMap { contexts[Self.name($0)] } ?? currentFormat
  }

  /// The look of a trace.
  func ink(brush reference: String?) -> Ink { reference.flatMap { brushes[Self.name($0)] } ?? Ink() }

  /// An element begins.
  mutating func begin(_ name: String, _ attributes: [String: String]) {
    let id = attributes["xml:id"] ?? attributes["id"]
    switch name {
    case "context":
      let format =
        attributes["traceFormatRef"].flatMap { formats[Self.name($0)] }
        ?? attributes["inkSourceRef"].flatMap { sources[Self.name($0)] }
        ?? attributes["contextRef"].flatMap { contexts[Self.name($0)] }
      openContext = Holder(id: id, format: format)
    case "inkSource": openSource = Holder(id: id)
    case "traceFormat":
      openFormat = InkMLFormat(channels: [])
      openFormatID = id
    case "intermittentChannels": isIntermittent = true
    case "channel": addChannel(attributes)
    case "channelProperty": addProperty(attributes)
    case "brush": openBrush = (id, Ink())
    case "brushProperty": setBrush(attributes)
    default: break
    }
  }

  /// An element ends; the parent is the element that it stands in.
  mutating func end(_ name: String, parent: String?) {
    switch name {
    case "traceFormat": closeFormat(parent: parent)
    case "intermittentChannels": isIntermittent = false
    case "inkSource":
      if let format = openSource?.complete {
        if let id = openSource?.id { sources[id] = format }
        if openContext != nil, openContext?.format == nil { openContext?.format = format }
      }
      openSource = nil
    case "context":
      if let format = openContext?.complete {
        if let id = openContext?.id { contexts[id] = format }
        if parent == "ink" { currentFormat = format }
      }
      openContext = nil
    case "brush":
      if let openBrush, let id = openBrush.id { brushes[id] = openBrush.ink }
      openBrush = nil
    default: break
    }
  }

  private mutating func closeFormat(parent: String?) {
    defer {
      openFormat = nil
      openFormatID = nil
    }
    guard let format = openFormat, !format.channels.isEmpty else { return }
    if let openFormatID { formats[openFormatID] = format }
    if openSource != nil {
      openSource?.format = format
    } else if openContext != nil {
      openContext?.format = format
    } else if parent == "ink" {
      currentFormat = format
    }
  }

  private mutating func addChannel(_ attributes: [String: String]) {
    guard openFormat != nil, let name = attributes["name"] else { return }
    guard !isIntermittent else {
      openFormat?.intermittentChannelCount += 1
      return
    }
    var channel = InkMLFormat.Channel(name: name)
    channel.max = Self.number(attributes["max"])
    channel.min = Self.number(attributes["min"]) ?? 0
    channel.isInteger = attributes["type"] == "integer"
    channel.units = attributes["units"]
    channel.isReversed = attributes["orientation"] == "-ve"
    openFormat?.channels.append(channel)
  }

  private mutating func addProperty(_ attributes: [String: String]) {
    guard attributes["name"] == "resolution", let channel = attributes["channel"],
      let value = InkMLFormat.resolution(attributes["value"], units: attributes["units"])
    else { return }
    if openSource != nil {
      openSource?.resolutions.append((channel, value))
    } else {
      openContext?.resolutions.append((channel, value))
    }
  }

  private mutating func setBrush(_ attributes: [String: String]) {
    guard openBrush != nil, let value = attributes["value"] else { return }
    switch attributes["name"] {
    case "width":
      // Brushes without a unit are in hundredths of a millimetre, as tablets' own libraries have them.
      let perInch = attributes["units"].flatMap { InkMLFormat.unitsPerInch[$0] } ?? 2_540
      guard let width = Self.number(value), width > 0 else { return }
      openBrush?.ink.width = UInt16(min(max((width / perInch * 720).rounded(), 1), 65_535))
    case "color": openBrush?.ink.colour = ColourText.value(value)
    case "rasterOp" where value == "maskPen": openBrush?.ink.tool = .highlighter
    default: break
    }
  }

  private static func number(_ text: String?) -> Double? {
    guard let text else { return nil }
    let value = DecimalText.value(of: text.utf8Span.span)
    return value.isFinite ? value : nil
  }

  /// The id that a reference names: what follows its `#`.
  private static func name(_ reference: String) -> String {
    reference.hasPrefix("#") ? String(reference.dropFirst()) : reference
  }
}
