/// A point of a trace in the units of its file.
struct InkMLPoint: BitwiseCopyable {
  var x: Double
  var y: Double
  /// Not a number where the file has no force.
  var force: Double
  /// In the file's unit; not a number where the file has no time.
  var time: Double
}

/// Decodes the points of one trace.
///
/// A value is a number, `#` and hexadecimal digits, `T` or `F`, `*` for "goes on as before" or `?` for
/// "unknown". Before it may stand `!` (the value itself), `'` (the difference from the last value) or `"`
/// (the change of that difference), which then holds for the channel until the next of them. Spaces are
/// needed only where two values would run together. After a colon stand the intermittent channels, which we
/// don't read.
struct InkMLPointDecoder {
  /// What the text of a point came to.
  enum Outcome {
    case blank
    case unreadable
    case point(InkMLPoint, missing: Bool, surplus: Bool)
  }

  fileprivate enum Mode { case value, difference, secondDifference }

  fileprivate struct State {
    var mode = Mode.value
    var value = 0.0
    var difference = 0.0
    var secondDifference = 0.0
    var isKnown = false
  }

  private var states: [State]
  private let x: Int?
  private let y: Int?
  private let force: Int?
  private let time: Int?
  private let xMax: Double
  private let yMax: Double

  /// Values of unknown size beyond this are no ink.
  private static let valueMax = 1e12

  /// Starts a trace.
  init(_ format: InkMLFormat) {
    states = Array(repeating: State(), count: format.channels.count)
    x = format.index(of: "X")
    y = format.index(of: "Y")
    force = format.index(of: "F")
    time = format.index(of: "T")
    xMax = format.scale(of: "X").map { TraceLimits.coordinateMax / $0 } ?? Self.valueMax
    yMax = format.scale(of: "Y").map { TraceLimits.coordinateMax / $0 } ?? Self.valueMax
  }

  /// Whether positions are differences, so that nothing after an unreadable point can be trusted.
  var isRelative: Bool {
    [x, y].contains { index in index.map { states[$0].mode != .value } ?? false }
  }

  /// Decodes the text between two commas.
  mutating func decode(_ text: Span<UInt8>) -> Outcome {
    var index = 0
    var count = 0
    while true {
      while index < text.count, TextSplitter.Separator.space.matches(text[index]) { index += 1 }
      guard index < text.count, text[index] != UInt8(ascii: ":") else { break }
      guard takeValue(text, &index, channel: count) else { return .unreadable }
      count += 1
    }
    if count == 0 { return .blank }
    guard let x, let y, x < count, y < count, states[x].isKnown, states[y].isKnown,
      abs(states[x].value) <= xMax, abs(states[y].value) <= yMax
    else { return .unreadable }
    let point = InkMLPoint(
      x: states[x].value, y: states[y].value, force: value(of: force), time: value(of: time))
    return .point(point, missing: count < states.count, surplus: count > states.count)
  }

  private func value(of channel: Int?) -> Double {
    guard let channel, states[channel].isKnown else { return .nan }
    return states[channel].value
  }

  private mutating func takeValue(_ text: Span<UInt8>, _ index: inout Int, channel: Int) -> Bool {
    var state = channel < states.count ? states[channel] : State()
    if let mode = Self.mode(text[index]) {
      state.mode = mode
      repeat { index += 1 } while index < text.count && TextSplitter.Separator.space.matches(text[index])
      guard index < text.count else { return false }
    }
    switch text[index] {
    case UInt8(ascii: "*"):
      index += 1
      state.goOn()
    case UInt8(ascii: "?"):
      index += 1
      state.isKnown = false
    case UInt8(ascii: "T"), UInt8(ascii: "F"):
      state.take(text[index] == UInt8(ascii: "T") ? 1 : 0)
      index += 1
    case UInt8(ascii: "#"):
      guard let value = Self.hexadecimal(text, &index) else { return false }
      state.take(value)
    default:
      let value = Self.number(text, &index)
      guard value.isFinite else { return false }
      state.take(value)
    }
    if channel < states.count { states[channel] = state }
    return true
  }

  private static func mode(_ byte: UInt8) -> Mode? {
    switch byte {
    case UInt8(ascii: "!"): .value
    case UInt8(ascii: "'"): .difference
    case UInt8(ascii: "\""): .secondDifference
    default: nil
    }
  }

  private static func hexadecimal(_ text: Span<UInt8>, _ index: inout Int) -> Double? {
    var value = 0.0
    let first = index + 1
    index = first
    while index < text.count, let digit = Character(Unicode.Scalar(text[index])).hexDigitValue {
      value = value * 16 + Double(digit)
      index += 1
    }
    return index > first ? value : nil
  }

  /// A number ends where no more of it can follow; a sign that does not follow an `e` begins the next one.
  private static func number(_ text: Span<UInt8>, _ index: inout Int) -> Double {
    let first = index
    while index < text.count {
      let byte = text[index]
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      let isDigit = byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".")
      let isExponent = byte | 0x20 == UInt8(ascii: "e")
      let maySign = index == first || text[index - 1] | 0x20 == UInt8(ascii: "e")
      guard isDigit || isExponent || isSign && maySign else { break }
      index += 1
    }
    return index > first ? DecimalText.value(of: text.extracting(first..<index)) : .nan
  }
}

extension InkMLPointDecoder.State {
  /// Takes a value as the mode has it.
  fileprivate mutating func take(_ given: Double) {
    switch mode {
    case .value:
      value = given
      difference = 0
      secondDifference = 0
      isKnown = true
    case .difference:
      difference = given
      value += given
    case .secondDifference:
      secondDifference = given
      difference += given
      value += difference
    }
  }

  /// Goes on as before: the same value, the same difference or the same change of it.
  fileprivate mutating func goOn() {
    switch mode {
    case .value: break
    case .difference: value += difference
    case .secondDifference:
      difference += secondDifference
      value += difference
    }
  }
}
