internal import InkModel
internal import InkReport
internal import InkRun

/// Prices the cases of a run for the devices that it was asked for.
struct RunPricing {
  private let devices: [Device]
  private let kernelBytesPerSecond: Double?
  private let measuredNow: String?

  /// Measures this machine if it is one of the devices; without a place to do that in, it is left out.
  init(_ choice: DeviceChoice, measuringIn directory: String) {
    let probe = choice.includesThisMachine ? DeviceProbe(in: directory) : nil
    devices = choice.fixed + (probe.map { [$0.device] } ?? [])
    kernelBytesPerSecond = probe?.kernelBytesPerSecond ?? EncodeSpeed.bytesPerSecond()
    measuredNow = probe?.device.name
  }

  /// What the cases would cost, script by script, so that only one is in memory at a time.
  func modelled(
    _ records: [CaseRecord], sessions: [SessionSummary], pace: Pace, scripts: RecordedScripts
  ) -> Modelled {
    Modelled(
      kernelBytesPerSecond: kernelBytesPerSecond, devices: devices,
      rows: records.flatMap { record in
        ModelledCase(
          record, session: sessions.first { $0.name == record.name.workload }, pace: pace,
          script: scripts.script(
            of: record.name, failure: record.failures.first { $0.kind == .recorded }?.reason)
        ).rows(on: devices, kernelBytesPerSecond: kernelBytesPerSecond, measuredNow: measuredNow)
      })
  }
}

/// The devices that a run prices for.
struct DeviceChoice {
  let fixed: [Device]
  let includesThisMachine: Bool

  /// The devices that a command line names; all built-in ones without any words.
  init(_ words: [String], in context: Context) throws(CommandFailure) {
    fixed = try DeviceOperand.devices(words, in: context) { () throws(CommandFailure) in nil }
    includesThisMachine = words.isEmpty || words.contains(BuiltInDevices.thisMachine)
  }
}
