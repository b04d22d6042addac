internal import FoundationEssentials
internal import InkReport

/// A crash report with the place where it was found.
struct KeptCrashReport {
  /// Its directory, as the user named it or would name it.
  let place: String
  let report: CrashReport

  /// The report of a directory, or those below Reports, the newest first.
  static func all(_ word: String?, in context: Context) throws(CommandFailure) -> [KeptCrashReport] {
    if let word {
      let path = context.absolutePath(word) + "/" + CrashReport.jsonName
      do throws(ReportError) {
        return [KeptCrashReport(place: word, report: try CrashReport.read(path))]
      } catch {
        throw CommandFailure(error)
      }
    }
    let reports = context.absolutePath(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: reports)) ?? []
    func path(_ name: String) -> String { reports + "/" + name + "/" + CrashReport.jsonName }
    func changed(_ name: String) -> Date {
      let date = try? FileManager.default.attributesOfItem(atPath: path(name))[.modificationDate] as? Date
      return date ?? .distantPast
    }
    return names.sorted { changed($0) > changed($1) }.compactMap { name in
      guard let report = try? CrashReport.read(path(name)) else { return nil }
      return KeptCrashReport(place: folder + "/" + name, report: report)
    }
  }

  private static let folder = "Reports"
}
