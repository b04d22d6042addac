import FoundationEssentials
import Glibc

@testable import FuzzDecoders

/// The fuzzer: libFuzzer, which comes with the toolchain, over the decoders of `FuzzDecoder`.
///
/// It is built only where it is asked for, and apart from everything else. Five minutes on one decoder, with
/// new inputs for the empty directory `found`:
///
///     INKBENCH_FUZZ=1 INKBENCH_FUZZ_DECODER=packed swift run -c release --scratch-path .build/fuzz \
///       --sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing inkfuzz \
///       -max_total_time=300 found Tests/InkStorageTests/FuzzCorpus/packed
///
/// (The compiler heeds only the last `-sanitize`, so the two have to stand in one.) In the environment,
/// `INKBENCH_FUZZ_CPU_SECONDS` ends a run after so much processor time. The first directory gets the seeds of
/// the decoder if it is empty. An input that breaks a rule ends the run and is written to a file: give the
/// executable that file to see it again, with `-minimize_crash=1 -runs=100000` to make it small. All of
/// libFuzzer's options work, and overrule the limits below.
///
/// To keep what was found, `-merge=1 -use_counters=0 Tests/InkStorageTests/FuzzCorpus/packed found` copies
/// what reaches new code; a test replays it. When a format changes, run without the corpus and replace it. A
/// new decoder joins `FuzzDecoder.all`.
enum FuzzEntry {
  /// An input that takes more processor time is a finding; sound ones take far below a millisecond.
  private static let inputMillisecondsMax = 5_000
  /// By the clock on the wall, an input that takes this long never ends, however busy the machine is.
  private static let timeoutSeconds = 120
  /// Far above what the limits on single allocations lead to; the sanitizer's own memory counts as well.
  private static let residentMaxMegabytes = 1_024

  /// Where decoders that read files have them.
  private static let scratch = "/dev/shm/inkfuzz-\(ProcessInfo.processInfo.processIdentifier)"

  static let decoder: FuzzDecoder = {
    let name = ProcessInfo.processInfo.environment["INKBENCH_FUZZ_DECODER"] ?? ""
    guard let decoder = FuzzDecoder.all(scratch: scratch).first(where: { $0.name == name }) else {
      fatalError("set INKBENCH_FUZZ_DECODER to one of: \(FuzzDecoder.names.joined(separator: ", "))")
    }
    return decoder
  }()

  private static let cpuSecondsMax =
    ProcessInfo.processInfo.environment["INKBENCH_FUZZ_CPU_SECONDS"].flatMap { Int($0) } ?? .max

  /// Makes what the decoder needs, and returns the command line with the limits before its own options.
  static func begin(_ arguments: [String]) -> [String] {
    guard
      (try? FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)) != nil
    else { fatalError("'\(scratch)' can't be made") }
    atexit { try? FileManager.default.removeItem(atPath: FuzzEntry.scratch) }
    if let folder = arguments.dropFirst().first(where: { !$0.hasPrefix("-") }) { sow(in: folder) }
    let limits = [
      "-timeout=\(timeoutSeconds)", "-rss_limit_mb=\(residentMaxMegabytes)",
      "-malloc_limit_mb=\(decoder.allocationMaxMegabytes)", "-max_len=\(FuzzDecoder.inputBytesMax)",
      "-print_final_stats=1",
    ]
    return arguments.prefix(1) + limits + arguments.dropFirst()
  }

  /// Puts the decoder's seeds into an empty directory.
  private static func sow(in folder: String) {
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty ?? false else { return }
    guard let seeds = try? decoder.seeds() else { fatalError("the seeds can't be made") }
    for (index, seed) in (seeds + decoder.hostileSeeds).enumerated() {
      try? Data(seed).write(to: URL(filePath: "\(folder)/seed-\(index)"))
    }
  }

  static func examine(_ input: [UInt8]) {
    let start = cpuMilliseconds
    if case .broken(let rule) = decoder.examine(input) { fatalError("\(decoder.name): \(rule)") }
    let end = cpuMilliseconds
    guard end - start <= inputMillisecondsMax else { fatalError("\(decoder.name): \(end - start) ms") }
    // What libFuzzer takes for the wish to end in good order.
    if end / 1_000 >= cpuSecondsMax { raise(SIGUSR1) }
  }

  /// Processor time of this process.
  private static var cpuMilliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}

@_cdecl("LLVMFuzzerInitialize")
public func fuzzerInitialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  // Unsafe because C's strings are believed to be as long as the C library says.
  let arguments = unsafe (0..<Int(count.pointee)).compactMap { index in
    unsafe words.pointee[index].map { unsafe String(cString: $0) }
  }
  let all = FuzzEntry.begin(arguments)
  // Never freed: libFuzzer goes on using the words for as long as the process lives.
  let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count + 1)
  for (index, word) in all.enumerated() { unsafe (list + index).initialize(to: strdup(word)) }
  unsafe (list + all.count).initialize(to: nil)
  unsafe words.pointee = list
  unsafe count.pointee = CInt(all.count)
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzEntry.examine(unsafe [UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}
