import Foundation
import InkModel
import InkSimulation
import Testing

@Suite("Workload files") struct WorkloadTests {
  static let shipped = WorkloadLibrary.embedded.map { $0.name }

  @Test("Every property of a workload has one row in the parameter table")
  func tableIsComplete() {
    var properties: [String] = []
    for member in Mirror(reflecting: Workload()).children {
      guard let label = member.label, label != "name", label != "about" else { continue }
      let mirror = Mirror(reflecting: member.value)
      if mirror.displayStyle == .struct {
        properties += mirror.children.compactMap { $0.label.map { "\(label).\($0)" } }
      } else {
        properties.append(label)
      }
    }
    #expect(Parameter.table.map(\.path).sorted() == properties.sorted())
  }

  @Test("A file that sets nothing but its name gets the table's defaults")
  func defaults() throws {
    let workload = try Workload(json: #"{"schema": "inkbench-workload/1", "name": "default"}"#)
    #expect(workload == Workload())
    #expect(workload.session.strokes == 450)
    #expect(workload.policy == .standard)
    #expect(workload.hand.sampleRateHertz == 240)
    #expect(workload.pauses.thinkSeconds.distribution == .lognormal(median: 4.5, sigma: 1.6))
  }

  @Test("The canonical text reads back as the same workload and names every parameter", arguments: shipped)
  func canonicalText(name: String) throws {
    let workload = try WorkloadLibrary.load(name, folder: "no folder")
    let text = workload.canonicalText
    #expect(try Workload(json: text) == workload)
    #expect(try Workload(json: text).canonicalText == text)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    for parameter in Parameter.table {
      let path = parameter.path.split(separator: ".").map(String.init)
      let section = path.count == 1 ? object : object[path[0]] as? [String: Any]
      #expect(section?[path[path.count - 1]] != nil, "\(parameter.path)")
    }
  }

  @Test("Every form of a distribution reads back as itself")
  func distributions() throws {
    let forms = [
      "3", #"{"uniform": {"low": 1, "high": 5}}"#, #"{"normal": {"mean": 4, "deviation": 0.5}}"#,
      #"{"lognormal": {"median": 4.5, "sigma": 1.6}}"#, #"{"gamma": {"shape": 1.6, "scale": 22}}"#,
      #"{"beta": {"alpha": 2, "beta": 5}}"#, #"{"exponential": {"mean": 3}}"#, #"{"poisson": {"mean": 2.2}}"#,
      #"{"geometric": {"probability": 0.4}}"#, #"{"p5": 0.05, "p50": 0.2, "p99.9": 30}"#,
    ]
    for form in forms {
      let workload = try Workload(json: Self.text(#""pauses": {"thinkSeconds": \#(form)}"#))
      #expect(workload.canonicalText.contains(#""thinkSeconds": \#(form)"#), "\(form)")
      #expect(try Workload(json: workload.canonicalText) == workload)
    }
  }

  @Test("Each parameter knows its default, range, unit and basis, for help")
  func words() throws {
    for parameter in Parameter.table { #expect(parameter.about.hasSuffix(".")) }
    let share = try #require(Parameter.table.first { $0.path == "pauses.thinkShare" })
    #expect(share.defaultText == "0.09")
    #expect(share.allowed == "0 to 1 share")
    #expect(share.basis == .measured)
  }

  @Test("A workload is found by path, then in the folder, then among the embedded ones")
  func library() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/workloads-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.text(#""session": {"strokes": 7}"#).write(
      toFile: folder + "/meeting.json", atomically: true, encoding: .utf8)
    #expect(try WorkloadLibrary.load("meeting", folder: folder).session.strokes == 7)
    #expect(try WorkloadLibrary.load(folder + "/meeting.json").session.strokes == 7)
    #expect(try WorkloadLibrary.load("lecture", folder: folder).name == "lecture")
    try FileManager.default.copyItem(
      atPath: folder + "/meeting.json", toPath: folder + "/another.json")
    #expect(WorkloadLibrary.names(folder: folder) == (Self.shipped + ["another"]).sorted())
  }

  @Test("A workload that can't be found or read says so, and is no malformed one")
  func missing() {
    let unknown = #expect(throws: WorkloadError.self) { try WorkloadLibrary.load("meting", folder: "none") }
    #expect(unknown?.kind == .unreadable)
    #expect(unknown?.description == "no workload is called 'meting'; did you mean 'meeting'?")
    let absent = #expect(throws: WorkloadError.self) { try WorkloadLibrary.load("none/x.json") }
    #expect(absent?.kind == .unreadable)
    #expect(absent?.description == "none/x.json can't be read; check that it is there and may be read")
  }

  @Test("The files in Workloads are the embedded ones, byte for byte, and none is missing")
  func sameBytes() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path + "/Workloads").sorted()
    #expect(names == WorkloadLibrary.embedded.map { $0.name + ".json" }.sorted())
    for embedded in WorkloadLibrary.embedded {
      let file = try Data(contentsOf: root.appending(path: "Workloads/\(embedded.name).json"))
      #expect([UInt8](file) == embedded.json, "\(embedded.name)")
      let workload = try Workload(json: embedded.json)
      #expect(workload.name == embedded.name)
      #expect(workload.about.count > 60)
    }
  }

  /// A workload file with one more member.
  static func text(_ member: String) -> String {
    #"{"schema": "inkbench-workload/1", "name": "test", \#(member)}"#
  }
}
