internal import InkModel
internal import InkReport
internal import InkRun

/// Devices as a command line names them: built-in ones by name, others by their files.
enum DeviceOperand {
  /// The devices of some words, in their order; all built-in ones without any.
  ///
  /// `thisMachine` gives the device that its name stands for, or throws where it can't be had.
  static func devices(
    _ words: [String], in context: Context, thisMachine: () throws(CommandFailure) -> Device?
  ) throws(CommandFailure) -> [Device] {
    var devices: [Device] = []
    for word in words.isEmpty ? BuiltInDevices.names : words {
      let device = word == BuiltInDevices.thisMachine ? try thisMachine() : try chosen(word, in: context)
      guard let device else { continue }
      guard !devices.contains(where: { $0.name == device.name }) else {
        throw CommandFailure(.usage, "two devices are called '\(device.name)': name it once, or rename one")
      }
      devices.append(device)
    }
    return devices
  }

  /// A built-in device or a file, which must not be taken for a built-in one that it isn't.
  private static func chosen(_ word: String, in context: Context) throws(CommandFailure) -> Device {
    let device = try fixed(word, in: context)
    guard !BuiltInDevices.names.contains(device.name) || BuiltInDevices.device(named: device.name) == device
    else {
      throw CommandFailure(
        .usage, "a device file is called '\(device.name)', as a built-in device is: rename it")
    }
    return device
  }

  /// A built-in device or a file.
  static func fixed(_ word: String, in context: Context) throws(CommandFailure) -> Device {
    if let device = BuiltInDevices.device(named: word) { return device }
    guard isPath(word, in: context) else {
      throw CommandFailure(
        .usage,
        "unknown device '\(word)', and there is no such file: "
          + suggestion(for: word, among: BuiltInDevices.names))
    }
    do { return try Device.read(context.absolutePath(word)) } catch { throw CommandFailure(error) }
  }

  private static func isPath(_ word: String, in context: Context) -> Bool {
    word.contains("/") || word.hasSuffix(".json")
      || Platform.kind(ofFileAt: context.absolutePath(word)) != .missing
  }
}

extension CommandFailure {
  init(_ error: DeviceError) {
    let code: ExitCode =
      switch error {
      case .malformed: .malformedInput
      case .unreadable: .unreadableInput
      }
    self.init(code, error.description)
  }
}
