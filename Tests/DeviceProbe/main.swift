// Replays a script under the tap, in a process of its own, for the tests: the tap's state is that of a
// process.
//
// `DeviceProbe SCRIPT DIRECTORY SYNC` replays each case once, and prints for each its name, what the tap
// counted between the first call and the last, and the lengths of the files that were then there, in
// ascending order.

internal import Foundation
internal import InkDevice
internal import InkModel
internal import InkTap

let words = CommandLine.arguments
guard words.count == 4, let sync = DeviceReplay.Sync(rawValue: words[3]) else {
  preconditionFailure("a script, a directory, a way of syncing")
}
Tap.watch(directory: words[2], roles: [FileRolePattern(.anywhere, "/", .other)])

/// The lengths of all regular files below a directory, without their names.
func lengths(below path: String) -> [UInt64] {
  let names = FileManager.default.subpaths(atPath: path) ?? []
  return names.compactMap { name in
    let facts = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
    guard facts?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return facts?[.size] as? UInt64
  }.sorted()
}

do {
  let replay = try DeviceReplay(script: URL(filePath: words[1]), directory: URL(filePath: words[2]))
  for operations in replay.script.cases {
    var before = Tap.storeCounters()
    var lines: [String] = []
    let timing = try replay.pass(of: operations, sync: sync) { isRunning in
      if isRunning {
        before = Tap.storeCounters()
        return
      }
      let counted = Tap.storeCounters() - before
      lines = [
        "case \(operations.name)", "open \(counted.openCalls)", "read \(counted.readCalls)",
        "write \(counted.writeCalls)", "written \(counted.writtenBytes)", "sync \(counted.syncCalls)",
        "rename \(counted.renameCalls)", "unlink \(counted.unlinkCalls)", "other \(counted.otherCalls)",
        "lengths \(lengths(below: words[2]).map(String.init).joined(separator: ","))",
      ]
    }
    print(lines.joined(separator: "\n"))
    print("timed \(timing.nanoseconds.count)")
  }
} catch {
  print("failed \(error)")
}
