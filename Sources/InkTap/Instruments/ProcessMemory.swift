/// The memory of the process as the kernel sees it.
package enum ProcessMemory {
  /// The most that was resident at any time since the program was loaded; 0 where the kernel does not say.
  ///
  /// Read from `VmHWM`. `getrusage` would not do: a child inherits the peak of the process that started it.
  package static func peakResidentBytes() -> UInt64 {
    peakResidentBytes(inStatus: Platform.text(of: "/proc/self/status") ?? "") ?? 0
  }

  /// Finds the line `VmHWM:  12345 kB`.
  package static func peakResidentBytes(inStatus status: String) -> UInt64? {
    for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count == 3 ? UInt64(words[1]).map { $0 * 1_024 } : nil
    }
    return nil
  }
}
