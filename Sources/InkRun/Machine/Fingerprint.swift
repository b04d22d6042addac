internal import InkModel
package import InkReport
internal import InkStorage

/// The facts of a machine and of the disk under a directory, and a short name for those that decide whether
/// times can be compared.
///
/// What a kernel does not expose is a fact too, "not exposed": a machine that tells less is another one.
package struct Fingerprint: Sendable {
  package struct Fact: Hashable, Sendable {
    package var name: String
    package var value: String
    /// Whether times on machines that differ in it are no longer comparable.
    package var isDecisive: Bool { EnvironmentFact.namesOfMachine.contains(name) }
  }

  package let facts: [Fact]
  package let processor: ProcessorFacts
  package let virtualisation: Virtualisation
  package let fileSystem: FileSystem
  package let disk: BlockDevice

  /// Looks at this machine and the disk under a path, which need not exist yet.
  package init(of directory: String, files: SystemFiles = .live) {
    let place = FileSystem.existingParent(of: directory)
    self.init(
      fileSystem: FileSystem(of: place, mounts: files.text("/proc/self/mountinfo") ?? ""), files: files)
  }

  init(fileSystem: FileSystem, files: SystemFiles) {
    self.fileSystem = fileSystem
    processor = ProcessorFacts(files: files)
    virtualisation = Virtualisation(files: files)
    disk = BlockDevice(number: fileSystem.deviceNumber, files: files)
    facts =
      processor.facts
      + [
        Fact(
          name: "virtualised", value: virtualisation.host.map { "yes: \($0)" } ?? "no sign of it"),
        Fact(name: "container", value: virtualisation.container ?? "no sign of one"),
        Fact(
          name: "memory", value: files.field("MemTotal", in: "/proc/meminfo", separator: ":") ?? "unknown"),
        Fact(
          name: "kernel", value: files.line("/proc/sys/kernel/osrelease") ?? "unknown"),
        Fact(
          name: "system",
          value: files.field("PRETTY_NAME", in: "/etc/os-release", separator: "=").map {
            $0.filter { $0 != "\"" }
          } ?? "unknown"),
        Fact(name: "file system", value: fileSystem.type),
        Fact(name: "mount options", value: fileSystem.durableOptions),
        Fact(name: "device", value: fileSystem.device),
        Fact(name: "disk model", value: disk.model ?? notExposed),
        Fact(
          name: "rotational", value: disk.isRotational.map { $0 ? "yes" : "no" } ?? notExposed),
        Fact(name: "I/O scheduler", value: disk.scheduler ?? notExposed),
        Fact(name: "write cache", value: disk.writeCache ?? notExposed),
        Fact(name: "build", value: Build.mode),
        Fact(name: "Swift", value: Build.swift),
        Fact(name: "SQLite", value: BuiltInBackends.sqliteVersion),
        Fact(
          name: "SQLite options", value: BuiltInBackends.sqliteOptions.joined(separator: ", ")),
      ]
  }

  /// Equal for machines whose times can be compared, as far as anything shows.
  package var digest: String {
    var digest = Digest()
    for fact in facts where fact.isDecisive {
      digest.feed(fact.name)
      digest.feed(fact.value)
    }
    return digest.text
  }

  /// All facts as a report lists them.
  package var environment: [EnvironmentFact] { facts.map { EnvironmentFact(name: $0.name, value: $0.value) } }
}

/// What is said of a fact that the kernel keeps to itself.
let notExposed = "not exposed"

/// How this program was built.
package enum Build {
  package static var mode: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  /// The compiler's version, as far as a program can tell.
  package static var swift: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #else
      "6.3"
    #endif
  }
}
