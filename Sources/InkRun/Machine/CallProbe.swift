internal import InkModel
internal import InkTap

/// How long each kind of file call takes by itself in a directory.
struct CallProbe {
  private(set) var samples: [(kind: FileOperation.Kind, samples: ProbeSamples)] = []
  /// In bytes a second.
  private(set) var copyBandwidth = ProbeSamples([])

  private static let rounds = 48
  private static let copyBytes = 1 << 20
  private static let copies = 15

  /// Nil if a call fails.
  init?(in place: String) {
    var times: [FileOperation.Kind: [Double]] = [:]
    for round in 0..<Self.rounds + 1 {
      guard let timed = Self.round(in: place) else { return nil }
      // The first round warms up.
      if round > 0 { for (kind, time) in timed { times[kind, default: []].append(time) } }
    }
    samples = FileOperation.Kind.allCases.compactMap { kind in
      times[kind].map { (kind, ProbeSamples($0)) }
    }
    guard let copy = Self.copySpeeds(in: place) else { return nil }
    copyBandwidth = copy
  }

  /// Each kind of call once, with no more than a byte, or a block where space is set aside.
  private static func round(in place: String) -> [(FileOperation.Kind, Double)]? {
    let names = (place + "/a", place + "/b", place + "/d")
    var times: [(FileOperation.Kind, Double)] = []
    var isSound = true
    func timed(_ kind: FileOperation.Kind, _ call: () -> Bool) {
      let start = Clock.nanoseconds()
      let succeeded = call()
      times.append((kind, Double(Clock.nanoseconds() - start)))
      isSound = isSound && succeeded
    }
    var descriptor: Int32 = -1
    var byte: [UInt8] = [1]
    timed(.create) {
      descriptor = Platform.openFile(names.0, creating: true)
      return descriptor >= 0
    }
    timed(.write) { Platform.writeBytes(byte, to: descriptor, at: 0) }
    timed(.read) { Platform.readBytes(&byte, from: descriptor, at: 0) }
    timed(.truncate) { Platform.setLength(descriptor, 0) }
    timed(.allocate) { Platform.setAside(descriptor, 4_096) }
    timed(.other) { Platform.askFlags(descriptor) }
    timed(.close) {
      Platform.closeDescriptor(descriptor)
      return true
    }
    timed(.open) {
      descriptor = Platform.openFile(names.0, creating: false)
      return descriptor >= 0
    }
    Platform.closeDescriptor(descriptor)
    timed(.link) { Platform.linkFile(names.0, to: names.1) }
    timed(.remove) { Platform.removeFile(names.1) }
    timed(.rename) { Platform.renameFile(names.0, to: names.1) }
    timed(.makeDirectory) { Platform.makeDirectory(names.2) }
    timed(.removeDirectory) { Platform.removeDirectory(names.2) }
    return isSound && Platform.removeFile(names.1) ? times : nil
  }

  private static func copySpeeds(in place: String) -> ProbeSamples? {
    let bytes = [UInt8](repeating: 0x5A, count: copyBytes)
    let descriptor = Platform.openFile(place + "/copy", creating: true)
    guard descriptor >= 0 else { return nil }
    defer { Platform.closeDescriptor(descriptor) }
    var speeds: [Double] = []
    // Each into pages of its own, as a save's new bytes go.
    for index in 0..<copies {
      let start = Clock.nanoseconds()
      guard Platform.writeBytes(bytes, to: descriptor, at: index * copyBytes) else { return nil }
      speeds.append(Double(copyBytes) * 1e9 / Double(max(1, Clock.nanoseconds() - start)))
    }
    return ProbeSamples(speeds)
  }
}
