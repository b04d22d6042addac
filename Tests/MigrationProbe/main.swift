import InkModel
import InkStorage
import InkTap

/// Migrates a store and ends in the middle.
///
/// The words are `STORE BACKEND CODEC exchange|renames K whole|cut`.
/// The tap watches the directory that holds the store, and ends the process at its k-th changing call; 0 for
/// never. Prints how many such calls there were.
let words = CommandLine.arguments
precondition(words.count == 7, "a store, a backend, a codec, a way of swapping, a number, and how to end")
guard let target = BuiltInBackends.named(words[2]), let number = UInt64(words[5]),
  let parent = words[1].lastIndex(of: "/").map({ String(words[1][..<$0]) })
else { preconditionFailure("unknown words: \(words)") }

let request = MigrationRequest(store: words[1], target: target, codec: BuiltInCodecs.named(words[3]))
Tap.watch(directory: parent, roles: [FileRolePattern(.anywhere, "/", .other)])
// The process ends, not the machine.
Tap.leaveOutSyncs()
Tap.endProcess(atOperation: number, cuttingWrite: words[6] == "cut")
do {
  _ = try Migration(words[4] == "renames" ? request.withTwoRenames() : request).run()
  print("operations \(Tap.operationCount)")
} catch {
  print("failed \(error)")
}
