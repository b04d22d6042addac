internal import InkModel

/// The actions of event lines, by the name they have there.
enum ActionName: String, CaseIterable {
  case put, remove, replace, move
  case insertAsset = "insert-asset"
  case turnTo = "turn-to"
  case addPage = "add-page"
  case deletePage = "delete-page"
  case movePage = "move-page"
  case background, foreground
  case terminateAndRelaunch = "terminate-and-relaunch"
  case openDocument = "open-document"
  case closeDocument = "close-document"
  case listLibrary = "list-library"
  case export

  /// The keys that an action's line must have beside those that every event has.
  var keys: EventKeys {
    switch self {
    case .put: [.page, .cause, .index]  // and a stroke or an image
    case .remove: [.page, .cause, .element]
    case .replace: [.page, .cause, .element, .pieces]
    case .move: [.page, .cause, .elements, .dx, .dy]
    case .insertAsset: [.asset, .byteCount]
    case .turnTo, .deletePage: [.page]
    case .addPage: [.page, .index, .width, .height, .createdMilliseconds]
    case .movePage: [.page, .index]
    case .background, .foreground, .terminateAndRelaunch, .openDocument, .closeDocument, .listLibrary,
      .export:
      []
    }
  }
}

/// The keys an event line may have.
struct EventKeys: OptionSet {
  var rawValue: UInt32

  static let start = Self(rawValue: 1 << 0)
  static let duration = Self(rawValue: 1 << 1)
  static let action = Self(rawValue: 1 << 2)
  static let page = Self(rawValue: 1 << 3)
  static let cause = Self(rawValue: 1 << 4)
  static let index = Self(rawValue: 1 << 5)
  static let stroke = Self(rawValue: 1 << 6)
  static let image = Self(rawValue: 1 << 7)
  static let element = Self(rawValue: 1 << 8)
  static let elements = Self(rawValue: 1 << 9)
  static let pieces = Self(rawValue: 1 << 10)
  static let dx = Self(rawValue: 1 << 11)
  static let dy = Self(rawValue: 1 << 12)
  static let asset = Self(rawValue: 1 << 13)
  static let byteCount = Self(rawValue: 1 << 14)
  static let width = Self(rawValue: 1 << 15)
  static let height = Self(rawValue: 1 << 16)
  static let createdMilliseconds = Self(rawValue: 1 << 17)
  static let save = Self(rawValue: 1 << 18)
  static let microseconds = Self(rawValue: 1 << 19)
  static let error = Self(rawValue: 1 << 20)

  /// All of a line that tells of one of the app's own saves.
  static let recordedSave: Self = [.start, .save, .microseconds, .byteCount, .error]

  /// The names, in the order of the bits; the last three came with version 2.
  private static let names = [
    "start", "duration", "action", "page", "cause", "index", "stroke", "image", "element", "elements",
    "pieces", "dx", "dy", "asset", "byteCount", "width", "height", "createdMilliseconds", "save",
    "microseconds", "error",
  ]

  /// The names that a version knows.
  static func names(in version: SessionVersion) -> ArraySlice<String> {
    version == .one ? names.dropLast(3) : names[...]
  }

  /// The key of a name; nil if the version has none.
  init?(name: String, in version: SessionVersion) {
    guard let bit = Self.names(in: version).firstIndex(of: name) else { return nil }
    self.init(rawValue: 1 << UInt32(bit))
  }

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The name of the first key in the set.
  var firstName: String? {
    guard rawValue != 0 else { return nil }
    return Self.names[rawValue.trailingZeroBitCount]
  }
}

/// The names of tools in session files.
enum ToolName {
  static let all = ["pen", "pencil", "highlighter"]

  static func name(of tool: Tool) -> String { all[Int(tool.rawValue)] }

  static func tool(named name: String) -> Tool? {
    all.firstIndex(of: name).flatMap { Tool(rawValue: UInt8($0)) }
  }
}
