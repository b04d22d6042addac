internal import InkModel

/// What the first line of a session file says.
struct SessionHeader {
  var name = ""
  var origin = SessionOrigin.recorded(app: "")
  var times = TimeOrigin.simulated
  var version = SessionVersion.one
  var seed: UInt64 = 0
  /// Nil where a recorder left it out.
  var digest: String?
  var policy = SavePolicy.standard
  var document = DocumentInfo(id: DocumentID(rawValue: 0), title: "")
  var assets: [BaseAsset] = []
  var base = Base.Origin.inline
  var eventCount = 0
  var shapes = ShapeOrigin.original
  var saveCount = 0
  var droppedEventCount = 0

  /// Reads the line.
  init(_ cursor: inout JSONCursor) throws(JSONFault) {
    var keys = KeyCheck(Self.keys(in: .one))
    var header = Self()
    try cursor.object { (key, cursor) throws(JSONFault) in
      // Only a known version has known keys, so the version comes before all others.
      if keys.isEmpty, key != "schema" { throw cursor.fault("the header must begin with the key 'schema'") }
      try keys.note(key, cursor)
      switch key {
      case "schema":
        header.version = try Self.version(&cursor)
        keys = KeyCheck(Self.keys(in: header.version))
        try keys.note(key, cursor)
      case "name": header.name = try cursor.string()
      case "origin": header.origin = try Self.origin(&cursor)
      case "times": header.times = try SessionValue.word(&cursor, as: TimeOrigin.self)
      case "seed": header.seed = try Self.seed(&cursor)
      case "digest": header.digest = try Self.digest(&cursor, in: header.version)
      case "policy": header.policy = try Self.policy(&cursor)
      case "document": header.document = try Self.document(&cursor)
      case "assets": header.assets = try Self.assets(&cursor)
      case "base": header.base = try Self.base(&cursor)
      case "shapes": header.shapes = try SessionValue.word(&cursor, as: ShapeOrigin.self)
      case "saveCount":
        header.saveCount = try SessionValue.count(&cursor, max: TraceLimits.eventCountMax)
      case "droppedEventCount":
        header.droppedEventCount = try SessionValue.count(&cursor, max: Int(TraceLimits.millisecondsMax))
      default: header.eventCount = try SessionValue.count(&cursor, max: TraceLimits.eventCountMax)
      }
    }
    try keys.finish(cursor)
    self = header
  }

  private init() {}

  private static func keys(in version: SessionVersion) -> [String] {
    let first = [
      "schema", "name", "origin", "times", "seed", "digest", "policy", "document", "assets", "base",
      "eventCount",
    ]
    return version == .one ? first : first + ["shapes", "saveCount", "droppedEventCount"]
  }

  private static func version(_ cursor: inout JSONCursor) throws(JSONFault) -> SessionVersion {
    let schema = try cursor.string()
    if let version = SessionVersion(schemaName: schema) { return version }
    let known = SessionVersion.allCases.map { "'\($0.schemaName)'" }
    guard schema.hasPrefix(SessionFile.schemaFamily) else {
      throw cursor.fault(
        "'\(schema)' is no session file; one begins with \(known.joined(separator: " or "))")
    }
    throw cursor.fault(
      "'\(schema)' is a version this program can't read: it reads \(known.joined(separator: " and "))")
  }

  /// A digest; a recorder, which has to be short, may leave it out.
  private static func digest(
    _ cursor: inout JSONCursor, in version: SessionVersion
  ) throws(JSONFault) -> String? {
    if version == .two, try SessionValue.takesNull(&cursor) { return nil }
    return try cursor.string()
  }

  private static func origin(_ cursor: inout JSONCursor) throws(JSONFault) -> SessionOrigin {
    var keys = KeyCheck("kind", "workload", "format", "file", "app")
    var texts: [String: String] = [:]
    try cursor.object { (key, cursor) throws(JSONFault) in
      try keys.note(key, cursor)
      texts[key] = try cursor.string()
    }
    switch (texts["kind"], texts.count) {
    case ("simulated", 2):
      if let workload = texts["workload"] { return .simulated(workload: workload) }
    case ("imported", 3):
      if let format = texts["format"], let file = texts["file"] {
        return .imported(format: format, file: file)
      }
    case ("recorded", 2):
      if let app = texts["app"] { return .recorded(app: app) }
    default: break
    }
    throw cursor.fault(
      "the origin must be 'simulated' with 'workload', 'imported' with 'format' and 'file', or 'recorded' with 'app'"
    )
  }

  private static func seed(_ cursor: inout JSONCursor) throws(JSONFault) -> UInt64 {
    let text = try cursor.string()
    guard let seed = UInt64(text), String(seed) == text else {
      throw cursor.fault("'\(text)' is no seed: decimal digits in quotes were expected")
    }
    return seed
  }

  private static func policy(_ cursor: inout JSONCursor) throws(JSONFault) -> SavePolicy {
    var keys = KeyCheck("trigger", "delayMilliseconds", "maxWaitMilliseconds")
    var policy = SavePolicy.standard
    try cursor.object { (key, cursor) throws(JSONFault) in
      try keys.note(key, cursor)
      switch key {
      case "trigger": policy.trigger = try SessionValue.word(&cursor, as: SavePolicy.Trigger.self)
      case "delayMilliseconds": policy.delayMilliseconds = try cursor.integer(as: UInt32.self)
      default: policy.maxWaitMilliseconds = try cursor.integer(as: UInt32.self)
      }
    }
    try keys.finish(cursor, optional: "maxWaitMilliseconds")
    return policy
  }

  private static func document(_ cursor: inout JSONCursor) throws(JSONFault) -> DocumentInfo {
    var keys = KeyCheck("id", "title", "pages")
    var document = DocumentInfo(id: DocumentID(rawValue: 0), title: "")
    try cursor.object { (key, cursor) throws(JSONFault) in
      try keys.note(key, cursor)
      switch key {
      case "id": document.id = DocumentID(rawValue: try SessionValue.identifier(&cursor))
      case "title": document.title = try cursor.string()
      default:
        try cursor.array { cursor throws(JSONFault) in
          guard document.pages.count < TraceLimits.pageCountMax else {
            throw cursor.fault("the document has more than \(TraceLimits.pageCountMax) pages")
          }
          document.pages.append(try page(&cursor))
        }
      }
    }
    try keys.finish(cursor)
    return document
  }

  private static func page(_ cursor: inout JSONCursor) throws(JSONFault) -> PageInfo {
    var keys = KeyCheck("id", "width", "height", "createdMilliseconds")
    var page = PageInfo(id: PageID(rawValue: 0))
    try cursor.object { (key, cursor) throws(JSONFault) in
      try keys.note(key, cursor)
      switch key {
      case "id": page.id = PageID(rawValue: try SessionValue.identifier(&cursor))
      case "width": page.canvas.width = try cursor.integer(as: Int32.self)
      case "height": page.canvas.height = try cursor.integer(as: Int32.self)
      default: page.createdMilliseconds = try SessionValue.milliseconds(&cursor)
      }
    }
    try keys.finish(cursor)
    return page
  }

  private static func assets(_ cursor: inout JSONCursor) throws(JSONFault) -> [BaseAsset] {
    var assets: [BaseAsset] = []
    try cursor.array { cursor throws(JSONFault) in
      guard assets.count < TraceLimits.assetCountMax else {
        throw cursor.fault("the base has more than \(TraceLimits.assetCountMax) assets")
      }
      var keys = KeyCheck("id", "byteCount")
      var asset = BaseAsset(id: AssetID(rawValue: 0), byteCount: 0)
      try cursor.object { (key, cursor) throws(JSONFault) in
        try keys.note(key, cursor)
        if key == "id" {
          asset.id = AssetID(rawValue: try SessionValue.identifier(&cursor))
        } else {
          asset.byteCount = try SessionValue.count(&cursor, max: TraceLimits.assetByteCountMax)
        }
      }
      try keys.finish(cursor)
      assets.append(asset)
    }
    return assets
  }

  private static func base(_ cursor: inout JSONCursor) throws(JSONFault) -> Base.Origin {
    try cursor.expect("{")
    let origin: Base.Origin
    switch try cursor.string() {
    case "workload":
      try cursor.expect(":")
      origin = .workload(json: try cursor.string())
    case "inline":
      try cursor.expect(":")
      for letter in "true".unicodeScalars { try cursor.expect(letter) }
      origin = .inline
    default: throw cursor.fault("the base must have the key 'workload' or the key 'inline'")
    }
    try cursor.expect("}")
    return origin
  }
}
