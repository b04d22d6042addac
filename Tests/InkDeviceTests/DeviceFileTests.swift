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

  @Test("The figures of a device whose costs are known are those costs, and the factor is exact")
  func figures() throws {
    let script = try ScriptText.replay(ScriptText.exported([]), in: directory).script
    var timings = DeviceTimings(
      cases: [.calibration(isCold: false), .calibration(isCold: true)], script: script)
    for (index, operations) in timings.cases.enumerated() {
      timings.passes[index][.full] = [Self.timing(of: operations)]
    }
    // By hand: tests are a debug build, which measures none.
    timings.kernelSpeeds = [4e8, 5e8, 6e8]
    timings.blockBytes = 512
    let device = try Device(json: Array(timings.deviceFile(.full).utf8), path: "printed")
    func isNear(_ figure: DeviceFigure?, _ expected: Double) -> Bool {
      guard let figure else { return false }
      return abs(figure.value / expected - 1) <= 0.01 && figure.basis == .measured
    }
    #expect(isNear(device.bandwidth.copyBytesPerSecond, 1e9))
    #expect(isNear(device.bandwidth.writeBytesPerSecond, 1e8), "\(device.bandwidth.writeBytesPerSecond)")
    #expect(device.bandwidth.readBytesPerSecond.value == 5e8)
    for kind in [.sync, .syncData, .syncDirectory] as [FileOperation.Kind] {
      let flush = device.flushes.first { $0.kind == kind }
      #expect(isNear(flush?.p50Nanoseconds, 1e6), "\(kind): \(String(describing: flush))")
      #expect(isNear(flush?.p95Nanoseconds, 1e6), "\(kind)")
    }
    func call(_ kind: FileOperation.Kind) -> DeviceFigure? {
      device.calls.first { $0.kind == kind }?.nanoseconds
    }
    #expect(isNear(call(.write), 1_000))
    #expect(call(.rename)?.value == 7_000 && call(.close)?.value == 3_000 && call(.other)?.value == 3_000)
    // The script was exported where the kernel encodes 1e9 bytes a second.
    #expect(device.processor.timeFactor.value == 2 && device.processor.timeFactor.basis == .measured)
    #expect(device.fileSystem.blockBytes.value == 512)
  }

  /// What the calls of a case take on a device of known costs: 1 ns a byte copied, 10 ns a byte synced, 2 ns
  /// a byte read past the system's memory, and 1 ms a flush.
  private static func timing(of operations: OperationFile.Case) -> PassTiming {
    var unsynced = operations.files.map { _ in 0 }
    var timing = PassTiming()
    for call in operations.calls {
      switch call.kind {
      case .write:
        unsynced[call.file] += call.length
        timing.nanoseconds.append(1_000 + call.length)
      case .read: timing.nanoseconds.append((operations.isCold ? 2 : 1) * call.length)
      case .sync, .syncData, .syncDirectory:
        timing.nanoseconds.append(1_000_000 + 10 * unsynced[call.file])
        unsynced[call.file] = 0
      case .rename: timing.nanoseconds.append(7_000)
      default: timing.nanoseconds.append(3_000)
      }
    }
    return timing
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
