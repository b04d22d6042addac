import Foundation
@testable import InkDevice
import InkModel
import InkReport
import InkTestFixtures
import Testing

/// The device file that a replay prints, read by the program that prices operations with it.
@Suite("The device file of a replay") struct DeviceFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("A replay prints a device for each way of syncing, and each is read without a fault")
  func devices() throws {
    let scripts = [RandomScript(seed: 7, callCount: 100).script]
    let replay = try ScriptText.replay(ScriptText.exported(scripts), in: directory)
    var progress: [Double] = []
    let timings = try replay.run(sync: [.fsync, .full], passes: 1) { progress.append($0) }
    #expect(progress.count == 3 * 2 * 2 && progress == progress.sorted() && progress.last == 1)
    #expect(
      timings.passes.allSatisfy { $0[.fsync]?.count == 1 && $0[.full]?.count == 1 && $0[.barrier] == nil })
    for sync in [.fsync, .full] as [DeviceReplay.Sync] {
      let json = try timings.deviceFile(sync)
      let device = try Device(json: Array(json.utf8), path: "printed")
      #expect(device.name.hasSuffix("-\(sync.rawValue)"))
      #expect(Set(device.flushes.map(\.kind)) == [.sync, .syncData, .syncDirectory])
      #expect(device.calls.contains { $0.kind == .rename && $0.nanoseconds.basis == .measured })
      #expect(device.bandwidth.copyBytesPerSecond.source.contains("measured by DeviceReplay on"))
      #expect(device.processor.referenceKernelBytesPerSecond.value == 1e9)
      // Tests are a debug build, whose speed is not taken for the device's.
      #expect(device.processor.timeFactor.basis == .assumed)
    }
    #expect(throws: DeviceReplay.Failure.self) { try timings.deviceFile(.barrier) }
    let lines = timings.summary.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("case 0, fsync: file "))
  }

  @Test("A replay of no passes is one of a single pass, and comes to its end no sooner and no later")
  func noPasses() throws {
    let replay = try ScriptText.replay(
      ScriptText.exported([RandomScript(seed: 7, callCount: 20).script]), in: directory)
    for passes in [0, -3] {
      var progress: [Double] = []
      let timings = try replay.run(sync: [.fsync], passes: passes) { progress.append($0) }
      #expect(progress == (1...6).map { Double($0) / 6 })
      #expect(timings.passes.allSatisfy { $0[.fsync]?.count == 1 })
    }
  }

  @Test("The kernel in the file for apps is that of the program")
  func kernel() {
    var buffer: [UInt8] = []
    #expect(Kernel.pass() == EncodeKernel.pass(into: &buffer))
  }

  @Test("The file compiles by itself, as Swift 5 and as Swift 6, without a warning", arguments: ["5", "6"])
  func standalone(version: String) throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let source = root.appending(path: "Sources/InkDevice/DeviceReplay.swift").path
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "-typecheck", "-warnings-as-errors", "-swift-version", version, source]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
