package import InkModel

/// A case to be priced: its script, or why there is none.
package struct ModelledCase: Sendable {
  package enum Script: Sendable {
    case recorded(OperationScript)
    /// A sentence that says why there is no script.
    case absent(String)
  }

  package var name: CaseName
  package var script: Script
  package var sessionMilliseconds: UInt64
  /// What the writer's changes amount to; nil if it is not known.
  package var logicalBytes: Double?
  /// Whether the case makes the same calls each time.
  package var isExact: Bool

  package init(
    name: CaseName, script: Script, sessionMilliseconds: UInt64, logicalBytes: Double?, isExact: Bool
  ) {
    self.name = name
    self.script = script
    self.sessionMilliseconds = sessionMilliseconds
    self.logicalBytes = logicalBytes
    self.isExact = isExact
  }
}

extension ModelledCase {
  /// The case on each of some devices; `measuredNow` names the one whose figures this run measured.
  package func rows(
    on devices: [Device], kernelBytesPerSecond: Double?, measuredNow: String? = nil
  ) -> [ModelledRow] {
    devices.map { device in
      switch script {
      case .absent(let reason): return ModelledRow(name, on: device, notModelled: reason)
      case .recorded(let script):
        let setting = DevicePrice.Setting(
          sessionMilliseconds: sessionMilliseconds, logicalBytes: logicalBytes,
          kernelBytesPerSecond: kernelBytesPerSecond, isExact: isExact && device.name != measuredNow)
        return ModelledRow(name, on: device, metrics: DevicePrice(script, on: device, setting).metrics)
      }
    }
  }
}
