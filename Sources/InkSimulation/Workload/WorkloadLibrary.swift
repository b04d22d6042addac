internal import FoundationEssentials
internal import InkModel

/// Finds workloads: by path, by name in a folder, or by name among those that come with the program.
package enum WorkloadLibrary {
  /// The folder that names are looked up in first, relative to where the program was started.
  package static let folder = "Workloads"

  /// The workload that is run when none is named.
  package static let standardName = "meeting"

  /// A workload that comes with the program.
  package struct Embedded: Sendable {
    package var name: String
    package var json: [UInt8]
  }

  /// The workloads that come with the program; the same files stand in `Workloads`.
  package static var embedded: [Embedded] {
    [
      Embedded(name: "meeting", json: PackageResources.meeting_json),
      Embedded(name: "lecture", json: PackageResources.lecture_json),
      Embedded(name: "homework", json: PackageResources.homework_json),
      Embedded(name: "sketch", json: PackageResources.sketch_json),
      Embedded(name: "annotate", json: PackageResources.annotate_json),
      Embedded(name: "long-notebook", json: PackageResources.long_notebook_json),
      Embedded(name: "review", json: PackageResources.review_json),
      Embedded(name: "lasso", json: PackageResources.lasso_json),
      Embedded(name: "nonstop", json: PackageResources.nonstop_json),
      Embedded(name: "reorder", json: PackageResources.reorder_json),
      Embedded(name: "churn", json: PackageResources.churn_json),
      Embedded(name: "day", json: PackageResources.day_json),
      Embedded(name: "reference-recording", json: PackageResources.reference_recording_json),
      Embedded(name: "reference-blobs", json: PackageResources.reference_blobs_json),
      Embedded(name: "reference-rows", json: PackageResources.reference_rows_json),
    ]
  }

  /// Reads a workload.
  ///
  /// A word with a slash or the ending `.json` is a path; any other is a name.
  package static func load(_ word: String, folder: String = folder) throws(WorkloadError) -> Workload {
    if word.contains("/") || word.hasSuffix(".json") { return try read(path: word) }
    let path = "\(folder)/\(word).json"
    if FileManager.default.fileExists(atPath: path) { return try read(path: path) }
    guard let embedded = embedded.first(where: { $0.name == word }) else {
      let hint = suggestion(for: word, among: names(folder: folder))
      throw WorkloadError("no workload is called '\(word)'; \(hint)", kind: .unreadable)
    }
    return try located("workload '\(word)'") { () throws(WorkloadError) in try Workload(json: embedded.json) }
  }

  /// The names of all workloads, those of the folder included, in alphabetical order.
  package static func names(folder: String = folder) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let stems = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    return Set(embedded.map(\.name) + stems).sorted()
  }

  private static func read(path: String) throws(WorkloadError) -> Workload {
    let bytes: [UInt8]
    do {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      guard size <= WorkloadParser.byteCountMax else {
        throw WorkloadError(
          "\(path): the file has \(size) bytes; a workload has at most \(WorkloadParser.byteCountMax)")
      }
      bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch let error as WorkloadError {
      throw error
    } catch {
      throw WorkloadError("\(path) can't be read; check that it is there and may be read", kind: .unreadable)
    }
    return try located(path) { () throws(WorkloadError) in try Workload(json: bytes) }
  }

  /// Puts where the text came from before what is wrong with it.
  private static func located(
    _ place: String, _ body: () throws(WorkloadError) -> Workload
  ) throws(WorkloadError) -> Workload {
    do throws(WorkloadError) {
      return try body()
    } catch {
      throw WorkloadError("\(place): \(error.description)", kind: error.kind)
    }
  }
}
