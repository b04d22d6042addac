package import InkReport
package import InkTap

extension ClockFacts {
  /// The facts as a report's environment has them.
  package var environment: [EnvironmentFact] {
    [
      EnvironmentFact(name: "clock", value: "CLOCK_MONOTONIC_RAW"),
      EnvironmentFact(name: "clock step", value: "\(stepNanoseconds) ns, the smallest seen"),
      EnvironmentFact(name: "clock reading", value: "\(Self.text(readingNanoseconds)) ns"),
      EnvironmentFact(name: "CPU clock reading", value: "\(Self.text(threadCPUReadingNanoseconds)) ns"),
    ]
  }

  private static func text(_ nanoseconds: Double) -> String { String(Int(nanoseconds.rounded())) }
}
