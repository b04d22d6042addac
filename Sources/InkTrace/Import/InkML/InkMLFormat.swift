/// What the values of a trace's points mean, channel by channel.
struct InkMLFormat {
  /// One channel of every point.
  struct Channel {
    var name: String
    var min = 0.0
    var max: Double?
    var isInteger = false
    var units: String?
    /// Whether values grow against the usual direction: to the left, or upwards.
    var isReversed = false
    /// Values to the inch, where a `resolution` property says so.
    var valuesPerInch: Double?
  }

  var channels: [Channel]
  /// Channels of which points may have values, after a colon; we read none of them.
  var intermittentChannelCount = 0

  /// The standard's default: X and Y in units of no known size.
  static let standard = InkMLFormat(channels: [Channel(name: "X"), Channel(name: "Y")])

  /// The place of a channel in each point; nil if points don't have it.
  func index(of name: String) -> Int? { channels.firstIndex { $0.name == name } }

  /// Sets the resolution of a channel.
  mutating func setResolution(_ valuesPerInch: Double, of name: String) {
    guard let index = index(of: name) else { return }
    channels[index].valuesPerInch = valuesPerInch
  }

  /// Tenths of a point to one value of a channel; nil if its size is unknown.
  func scale(of name: String) -> Double? {
    guard let index = index(of: name) else { return nil }
    if let resolution = channels[index].valuesPerInch, resolution > 0 { return 720 / resolution }
    return channels[index].units.flatMap { Self.unitsPerInch[$0] }.map { 720 / $0 }
  }

  /// Milliseconds to one value of the time channel.
  var timeScale: Double {
    switch index(of: "T").flatMap({ channels[$0].units }) {
    case "s": 1_000
    case "us": 0.001
    case "ns": 0.000_001
    default: 1
    }
  }

  /// A force as pressure from 0 to 1.
  ///
  /// Without a stated maximum integers reach to 32,767, as most writers have it, and decimals to 1.
  func pressure(of force: Double) -> Double {
    guard let index = index(of: "F") else { return .nan }
    let channel = channels[index]
    let most = channel.max ?? (channel.isInteger ? 32_767 : 1)
    guard most > channel.min else { return .nan }
    return Swift.min(Swift.max((force - channel.min) / (most - channel.min), 0), 1)
  }

  /// How many of a unit of length make an inch.
  static let unitsPerInch: [String: Double] = [
    "in": 1, "cm": 2.54, "mm": 25.4, "m": 0.0254, "pt": 72, "pc": 6, "px": 96,
  ]

  /// The resolution that a property gives, as values to the inch; nil if its unit is unknown.
  static func resolution(_ value: String?, units: String?) -> Double? {
    guard let value, let number = Optional(DecimalText.value(of: value.utf8Span.span)), number > 0 else {
      return nil
    }
    let unit = units.map { $0.hasPrefix("1/") ? String($0.dropFirst(2)) : $0 }
    return unit.flatMap { unitsPerInch[$0] }.map { number * $0 }
  }
}
