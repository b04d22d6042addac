extension CrashReport {
  /// The report with commands that name no report.
  ///
  /// Where a report lies is known to whoever has it, and decides no verdict. Reports of version 2 that were
  /// given `--output` once said so in their commands; a shard's would have outlived the shard.
  func withoutPlaces() -> CrashReport {
    var report = self
    for index in report.cases.indices {
      for finding in report.cases[index].findings.indices {
        report.cases[index].findings[finding].command.removeReport()
      }
      for profile in report.cases[index].profiles.indices {
        for shape in report.cases[index].profiles[profile].shapes.indices {
          report.cases[index].profiles[profile].shapes[shape].command.removeReport()
        }
      }
    }
    return report
  }
}

extension String {
  /// Takes the option `--report`, and the shell's word behind it, out of a command.
  fileprivate mutating func removeReport() {
    guard let option = firstRange(of: " --report ") else { return }
    var isQuoted = false
    var end = option.upperBound
    while end < endIndex, isQuoted || self[end] != " " {
      if self[end] == "'" { isQuoted.toggle() }
      // A quote within a quoted word stands behind a backslash, between two quoted parts.
      _ = formIndex(&end, offsetBy: !isQuoted && self[end] == "\\" ? 2 : 1, limitedBy: endIndex)
    }
    removeSubrange(option.lowerBound..<end)
  }
}
