internal import FoundationEssentials

/// The processor, and whether it keeps its pace.
package struct ProcessorFacts: Hashable, Sendable {
  package var model: String
  package var cores: Int
  /// Nil where the kernel does not say, as on most virtual machines.
  package var governor: String?
  package var hasTurbo: Bool?
  package var clockSource: String?

  init(files: SystemFiles, cores: Int = ProcessInfo.processInfo.activeProcessorCount) {
    func cpu(_ name: String) -> String? { files.field(name, in: "/proc/cpuinfo", separator: ":") }
    model = cpu("model name") ?? cpu("CPU part").map { "CPU part \($0)" } ?? "unknown"
    self.cores = cores
    governor = files.line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    // Intel's own driver has a switch that says no; all others have one that says yes.
    hasTurbo =
      files.line("/sys/devices/system/cpu/intel_pstate/no_turbo").map { $0 == "0" }
      ?? files.line("/sys/devices/system/cpu/cpufreq/boost").map { $0 == "1" }
    clockSource = files.line("/sys/devices/system/clocksource/clocksource0/current_clocksource")
  }

  var facts: [Fingerprint.Fact] {
    [
      .init(name: "processor", value: model),
      .init(name: "cores", value: String(cores)),
      .init(name: "architecture", value: Self.architecture),
      .init(name: "governor", value: governor ?? notExposed),
      .init(name: "turbo", value: hasTurbo.map { $0 ? "on" : "off" } ?? notExposed),
      .init(name: "clock source", value: clockSource ?? notExposed),
    ]
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }
}
