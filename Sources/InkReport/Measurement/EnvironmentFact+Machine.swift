extension EnvironmentFact {
  /// The facts that make a machine another one, and not another hour of the same: times on machines that
  /// differ in one of them can't be compared.
  ///
  /// The only such list: fingerprints go by it, and with them comparing, merging and resuming.
  package static let namesOfMachine: Set<String> = [
    "processor", "cores", "architecture", "governor", "turbo", "clock source", "virtualised", "kernel",
    "file system", "mount options", "device", "disk model", "rotational", "I/O scheduler", "write cache",
    "build", "Swift", "SQLite", "SQLite options",
  ]

  /// Whether the fact is one of those.
  package var isOfMachine: Bool { Self.namesOfMachine.contains(name) }
}

extension [EnvironmentFact] {
  /// What the machine is, without what was measured on it.
  package var ofMachine: [EnvironmentFact] { filter(\.isOfMachine) }

  /// What is different on another machine, one clause a fact.
  package func differences(from other: [EnvironmentFact]) -> [String] {
    ofMachine.compactMap { fact in
      let value = other.first { $0.name == fact.name }?.value ?? "unknown"
      return value == fact.value ? nil : "\(fact.name) '\(value)' and then '\(fact.value)'"
    }
  }
}
