internal import FoundationEssentials
package import InkReport
internal import InkStorage
internal import InkTap

/// The facts of the machine that a report needs to be understood.
package enum Machine {
  /// Describes the machine and the disk under a path that exists.
  package static func facts(storeDirectory: String, syncNanoseconds: UInt64?) -> [EnvironmentFact] {
    let disk = FileSystem(of: FileSystem.existingParent(of: storeDirectory))
    var facts = [
      EnvironmentFact(name: "processor", value: cpuField("model name") ?? cpuField("CPU part") ?? "unknown"),
      EnvironmentFact(name: "cores", value: String(ProcessInfo.processInfo.activeProcessorCount)),
      EnvironmentFact(name: "architecture", value: architecture),
      EnvironmentFact(
        name: "virtualised",
        value: cpuField("flags")?.contains("hypervisor") == true ? "yes" : "no or unknown"),
      EnvironmentFact(
        name: "governor",
        value: line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") ?? "not exposed"),
      EnvironmentFact(name: "memory", value: memory ?? "unknown"),
      EnvironmentFact(name: "kernel", value: line("/proc/sys/kernel/osrelease") ?? "unknown"),
      EnvironmentFact(name: "system", value: system ?? "unknown"),
      EnvironmentFact(name: "file system", value: disk.type),
      EnvironmentFact(name: "mount options", value: disk.options),
      EnvironmentFact(name: "device", value: disk.device),
      EnvironmentFact(name: "build", value: build),
      EnvironmentFact(name: "SQLite", value: BuiltInBackends.sqliteVersion),
    ]
    facts += ClockFacts.measure().environment
    if let syncNanoseconds {
      facts.append(EnvironmentFact(name: "sync latency p50", value: "\(syncNanoseconds / 1_000) µs"))
    }
    return facts
  }

  /// Sentences that belong on top of a report made here.
  package static func warnings(storeDirectory: String) -> [String] {
    var warnings: [String] = []
    if let caution = FileSystem(of: FileSystem.existingParent(of: storeDirectory)).caution {
      warnings.append(caution)
    }
    if build == "debug" {
      warnings.append("this is a debug build: times are many times those of a release build (-c release)")
    }
    return warnings
  }

  private static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
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

  private static func cpuField(_ name: String) -> String? {
    field(name, in: "/proc/cpuinfo", separator: ":")
  }

  private static var memory: String? { field("MemTotal", in: "/proc/meminfo", separator: ":") }

  private static var system: String? {
    field("PRETTY_NAME", in: "/etc/os-release", separator: "=").map { $0.filter { $0 != "\"" } }
  }

  private static func field(_ name: String, in path: String, separator: Character) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      guard let mark = line.firstIndex(of: separator) else { continue }
      return String(line[line.index(after: mark)...].drop { $0 == " " || $0 == "\t" })
    }
    return nil
  }

  private static func line(_ path: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first.map(String.init)
  }
}
