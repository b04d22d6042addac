import Foundation
import InkModel
import InkReport
import InkTestFixtures
import Testing

@Suite struct DeviceFileTests {
  private let json = String(
    decoding: DeviceFixture.device(endurance: DeviceFixture.endurance).json(), as: UTF8.self)

  private func fault(_ json: String) -> String {
    let error = #expect(throws: DeviceError.self) { try Device(json: Array(json.utf8), path: "d.json") }
    guard case .malformed("d.json", let reason) = error else { return "\(String(describing: error))" }
    return reason
  }

  private func changed(_ old: String, _ new: String) -> String {
    #expect(json.contains(old), "\(old)")
    return json.replacingOccurrences(of: old, with: new)
  }

  /// The fault of a device that is changed and written as a file.
  private func fault(_ change: (inout Device) -> Void) -> String {
    var device = DeviceFixture.device(endurance: DeviceFixture.endurance)
    change(&device)
    return fault(String(decoding: device.json(), as: UTF8.self))
  }

  @Test("A device read back is the device, and is written as the same bytes")
  func roundTrip() throws {
    let device = try Device(json: Array(json.utf8), path: "d.json")
    #expect(device == DeviceFixture.device(endurance: DeviceFixture.endurance))
    #expect(String(decoding: device.json(), as: UTF8.self) == json)
    let bare = DeviceFixture.device()
    #expect(try Device(json: bare.json(), path: "d.json").endurance == nil)
  }

  @Test("Other versions, missing and unknown keys and other types are refused with their place")
  func shape() {
    #expect(
      fault(changed("inkbench-device/1", "inkbench-device/2"))
        == "its schema is 'inkbench-device/2', and this version reads 'inkbench-device/1'")
    #expect(fault("{") == "it is no JSON")
    #expect(fault("{}") == "'schema' is missing")
    #expect(fault(changed("\"about\" :", "\"abuot\" :")) == "'about' is missing")
    #expect(fault(changed("\"about\" :", "\"odd\" : 1, \"about\" :")) == "it has an unknown key at odd")
    #expect(
      fault(changed("\"blockBytes\" : {", "\"blockBytes\" : {\"note\" : 1,"))
        == "it has an unknown key at fileSystem.blockBytes.note")
    #expect(
      fault(changed("\"basis\" : \"assumed\"", "\"basis\" : \"guessed\"")).hasPrefix(
        "a value is not allowed at "))
    #expect(
      fault(changed("\"value\" : 150000000000000", "\"value\" : \"much\"")).hasPrefix(
        "a value is not a number at endurance.budgetBytes.value"))
    #expect(
      fault(changed("\"kind\" : \"other\"", "\"kind\" : \"otter\"")).hasPrefix(
        "a value is not allowed at calls[0].kind"))
    for number in ["NaN", "Infinity", "1e999", "-1e999"] {
      #expect(!fault(changed("\"value\" : 150000000000000", "\"value\" : \(number)")).isEmpty, "\(number)")
    }
  }

  @Test("Figures that can't be are refused by name")
  func figures() {
    #expect(
      fault { $0.bandwidth.writeBytesPerSecond.low = 2e7 }
        == "bandwidth.writeBytesPerSecond has its value 10000000.0 outside of its interval, 20000000.0 to 10000000.0"
    )
    #expect(
      fault { $0.bandwidth.writeBytesPerSecond.high = 5e6 }.hasPrefix(
        "bandwidth.writeBytesPerSecond has its value"))
    #expect(
      fault { $0.bandwidth.copyBytesPerSecond = DeviceFixture.figure(0) }
        == "bandwidth.copyBytesPerSecond must be 1.00 or more")
    #expect(
      fault { $0.calls[0].nanoseconds = DeviceFixture.figure(1, -1...1) }
        == "calls.other.nanoseconds must not be negative")
    #expect(
      fault { $0.fileSystem.blockBytes = DeviceFixture.figure(100) }
        == "fileSystem.blockBytes must be 512 or more")
    #expect(
      fault { $0.fileSystem.blockBytes = DeviceFixture.figure(4_096.5) }
        == "fileSystem.blockBytes must be whole bytes")
    #expect(
      fault { $0.endurance?.appShare = DeviceFixture.figure(0.5, 0.1...1.5) }
        == "endurance.appShare is a share of 1, and can't exceed it")
    #expect(
      fault { $0.endurance?.budgetBytes = DeviceFixture.figure(1e30) }
        == "endurance.budgetBytes is too large to be true")
    #expect(fault { $0.processor.timeFactor.source = " \n" } == "processor.timeFactor has no source")
    #expect(
      fault { $0.flushes[0].p95Nanoseconds = DeviceFixture.figure(10) }
        == "flushes.sync has a p95 below its p50")
  }

  @Test("Kinds that are missing, priced twice or in the wrong list are refused")
  func kinds() {
    #expect(fault { $0.calls = [] } == "calls have no 'other', which stands for kinds that are not there")
    #expect(fault { $0.flushes = [] } == "flushes have no 'sync', which stands for kinds that are not there")
    #expect(fault { $0.calls += $0.calls } == "'other' is priced twice")
    #expect(fault { $0.flushes += $0.flushes } == "'sync' is priced twice")
    #expect(
      fault { $0.calls.append(.init(.syncData, nanoseconds: DeviceFixture.figure(1))) }
        == "'sync-data' stands among calls, and belongs to flushes")
    #expect(fault { $0.flushes[0].kind = .close } == "'close' stands among flushes, and belongs to calls")
    for name in ["", "iPad", "a b", "../x", "-x", ".x", "a/b"] {
      #expect(
        fault { $0.name = name } == "its name must be lower-case letters, digits, '.' and '-'", "\(name)")
    }
  }

  @Test("A damaged file is refused with an error and never traps")
  func fuzz() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      do {
        let device = try Device(json: Array(json.utf8).damaged(by: &random), path: "d.json")
        #expect(device.fault == nil)
      } catch {
        guard case .malformed = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  @Test("A file that can't be read is unreadable, not malformed")
  func unreadable() throws {
    let directory = try TemporaryDirectory()
    let error = #expect(throws: DeviceError.self) { try Device.read(directory.path + "/none.json") }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Built-in devices are whole: intervals, bases, and sources that say something")
  func builtIn() throws {
    #expect(BuiltInDevices.names == ["nvme-tablet", "emmc-tablet", "this-machine"])
    for device in BuiltInDevices.fixed {
      #expect(device.fault == nil)
      #expect(device.endurance != nil)
      for (path, figure, _) in device.figures {
        #expect(figure.source.count > 30, "\(device.name) \(path)")
        #expect(figure.basis != .measured || path.hasPrefix("processor.reference"), "\(device.name) \(path)")
      }
      for kind in FileOperation.Kind.allCases where !kind.isSync {
        #expect(device.calls.contains { $0.kind == kind }, "\(device.name) \(kind)")
      }
    }
  }
}
