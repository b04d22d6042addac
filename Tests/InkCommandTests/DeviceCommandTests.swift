import Foundation
@testable import InkCommand
import InkReport
import InkTestFixtures
import Testing

@Suite struct DeviceCommandTests {
  private func file(_ text: String, in directory: TemporaryDirectory) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: directory.path + "/d.json"))
    return directory.path + "/d.json"
  }

  @Test("'device' lists its verbs, and an unknown one gets the nearest")
  func verbs() throws {
    let listed = try Session("device")
    #expect(listed.code == .success)
    for verb in ["device list", "device show", "device price"] {
      #expect(listed.output.contains("  \(verb)  "))
    }
    let unknown = try Session("device shwo")
    #expect(unknown.code == .usage)
    #expect(unknown.errors.contains("unknown verb 'shwo' of 'device': did you mean 'show'?"))
  }

  @Test("Every device that is listed can be shown, and what is shown is a device file that is read again")
  func shown() throws {
    let list = try Session("device list").output
    for device in BuiltInDevices.fixed {
      #expect(list.contains("  \(device.name)  "))
      let shown = try Session("device show \(device.name)")
      #expect(shown.code == .success)
      #expect(try Device(json: Array(shown.output.utf8), path: "d.json") == device)
    }
    #expect(list.contains("this-machine"))
  }

  @Test("This machine is measured where it is asked for, leaves nothing there, and its file can be used")
  func thisMachine() throws {
    let directory = try TemporaryDirectory()
    let shown = try Session(words: ["device", "show", "this-machine"], directory: directory.path)
    #expect(shown.code == .success)
    let device = try Device(json: Array(shown.output.utf8), path: "d.json")
    #expect(device.name == "this-machine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    let measured = device.figures.filter { $0.figure.basis == .measured }
    #expect(measured.count > 15)
    for (path, figure, _) in measured { #expect(figure.value > 0, "\(path)") }
    let again = try Session(words: ["device", "show", file(shown.output, in: directory)])
    #expect(again.output == shown.output)
    let nowhere = try Session(words: ["device", "show", "this-machine"], directory: "/proc")
    #expect(nowhere.code == .diskFailed)
    #expect(nowhere.errors.contains("this machine can't be measured here"))
  }

  @Test("Bad devices are refused before anything is run: one sentence and a code of its own")
  func badDevices() throws {
    let directory = try TemporaryDirectory()
    let unknown = try Session("run --device emmc-tabelt")
    #expect(unknown.code == .usage)
    #expect(
      unknown.errors.contains(
        "unknown device 'emmc-tabelt', and there is no such file: did you mean 'emmc-tablet'?"))
    let missing = try Session(words: ["device", "show", directory.path + "/none.json"])
    #expect(missing.code == .unreadableInput)
    let good = String(decoding: BuiltInDevices.fixed[0].json(), as: UTF8.self)
    let newer = try Session(words: [
      "run", "--device", file(good.replacing("inkbench-device/1", with: "inkbench-device/2"), in: directory),
    ])
    #expect(newer.code == .malformedInput)
    #expect(
      newer.errors.contains("its schema is 'inkbench-device/2', and this version reads 'inkbench-device/1'"))
    let twice = try Session(words: ["run", "--device", "nvme-tablet," + file(good, in: directory)])
    #expect(twice.code == .usage)
    #expect(twice.errors.contains("two devices are called 'nvme-tablet'"))
    let named = try Session(words: [
      "run", "--device",
      "this-machine," + file(good.replacing("\"nvme-tablet\"", with: "\"this-machine\""), in: directory),
    ])
    #expect(named.code == .usage)
    #expect(named.errors.contains("a device file is called 'this-machine'"))
    // Alone too: two reports would each have figures of their own under the name of a built-in device.
    for (name, change) in [("this-machine", "about"), ("emmc-tablet", "about"), ("nvme-tablet", "about x")] {
      let other = good.replacing("\"nvme-tablet\"", with: "\"\(name)\"")
        .replacing("\"about\" : \"", with: "\"about\" : \"\(change == "about" ? "" : "Changed. ")")
      let alone = try Session(words: ["run", "--device", file(other, in: directory)])
      #expect(alone.code == .usage)
      #expect(
        alone.errors.contains(
          "a device file is called '\(name)', as a built-in device is: rename it"), "\(alone.errors)")
    }
    let same = try Session(words: ["run", "none.json", "--device", file(good, in: directory)])
    #expect(!same.errors.contains("rename it"))
    let checking = try Session("run --check-only --device nvme-tablet")
    #expect(checking.errors.contains("'--device' has no meaning with '--check-only'"))
  }

  @Test("A directory without a report can't be priced")
  func noReport() throws {
    let directory = try TemporaryDirectory()
    let session = try Session(words: ["device", "price", directory.path])
    #expect(session.code == .unreadableInput)
    #expect(session.errors.contains("report.json can't be read"))
  }
}
