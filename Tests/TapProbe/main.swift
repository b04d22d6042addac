// A process of its own for the tests of the tap, whose state is that of a process.
//
// `TapProbe STORE SCRIPT` carries out a script of file calls, one step a line, and then writes what was to be
// reported, by one call. Words are divided by spaces; `@` at the beginning of a path stands for the store.

internal import Glibc

let words = CommandLine.arguments
guard words.count == 3 else { exit(64) }
let probe = Probe(store: words[1])
do {
  try probe.run(words[2])
} catch {
  Probe.print("\(error)\n", to: 2)
  exit(1)
}
Probe.print(probe.output, to: 1)
