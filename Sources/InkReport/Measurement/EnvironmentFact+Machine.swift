extension [EnvironmentFact] {
  /// The facts that make a machine another one, and not another hour of the same.
  private static var namesOfMachine: Set<String> {
    [
      "processor", "cores", "architecture", "virtualised", "governor", "memory", "kernel", "system",
      "file system", "mount options", "device", "build", "SQLite",
    ]
  }

  /// What the machine is, without what was measured on it.
  package var ofMachine: [EnvironmentFact] { filter { Self.namesOfMachine.contains($0.name) } }

  /// What is different on another machine, one clause a fact.
  package func differences(from other: [EnvironmentFact]) -> [String] {
    ofMachine.compactMap { fact in
      let value = other.first { $0.name == fact.name }?.value ?? "unknown"
      return value == fact.value ? nil : "\(fact.name) '\(value)' and then '\(fact.value)'"
    }
  }
}
