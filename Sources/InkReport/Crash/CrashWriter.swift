/// Writes verdicts and times into a directory; each file appears whole.
package enum CrashWriter {
  package static func write(
    _ report: CrashReport, _ times: CrashTimes, to directory: String
  ) throws(ReportError) {
    try Platform.makeDirectories(directory)
    let text = CrashText(report: report, times: times).text
    try ReplacedFile.write(Array(text.utf8), to: directory + "/" + CrashReport.markdownName)
    try ReplacedFile.write(Array(JUnit.xml(of: report).utf8), to: directory + "/" + CrashReport.junitName)
    try ReplacedFile.write(times.json(), to: directory + "/" + CrashTimes.jsonName)
    try ReplacedFile.write(report.json(), to: directory + "/" + CrashReport.jsonName)
    Platform.syncDirectory(directory)
  }
}
