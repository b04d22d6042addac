/// Looks at the root element and hands everything to the reader of its format.
final class InkXMLDispatch: XMLReceiver {
  private enum Reader {
    case undecided(RecordedInk)
    case xournal(XournalReader)
    case inkML(InkMLReader)
  }

  private var reader: Reader

  /// Starts before the root; what is read is added to the ink.
  init(ink: RecordedInk) { reader = .undecided(ink) }

  /// The name of the format that was read.
  var formatName: String {
    switch reader {
    case .undecided: ""
    case .xournal: "xopp"
    case .inkML: "inkml"
    }
  }

  /// The ink with everything that was read.
  func takeInk() -> RecordedInk {
    defer { reader = .undecided(RecordedInk()) }
    switch reader {
    case .undecided(let ink): return ink
    case .xournal(let reader): return reader.ink
    case .inkML(let reader): return reader.ink
    }
  }

  func begin(_ name: String, _ attributes: [String: String]) throws(ImportFault) {
    switch reader {
    case .undecided(let ink):
      switch name {
      case "xournal", "MrWriter": reader = .xournal(try XournalReader(ink: ink, root: attributes))
      case "ink": reader = .inkML(try InkMLReader(ink: ink))
      default: throw ImportFault(FormatSniffer.refusal(ofRoot: name))
      }
    case .xournal(let reader): try reader.begin(name, attributes)
    case .inkML(let reader): try reader.begin(name, attributes)
    }
  }

  func text(_ bytes: Span<UInt8>) throws(ImportFault) {
    switch reader {
    case .undecided: break
    case .xournal(let reader): try reader.text(bytes)
    case .inkML(let reader): try reader.text(bytes)
    }
  }

  func end(_ name: String) throws(ImportFault) {
    switch reader {
    case .undecided: break
    case .xournal(let reader): try reader.end(name)
    case .inkML(let reader): try reader.end(name)
    }
  }
}
