extension Formula {
  /// The definitions behind every report of this version, as its JSON and its text print them.
  static let all = [
    Formula(
      name: "percentiles",
      text: "Exact, from raw samples pooled over all timed rounds, by nearest rank: the sample at position "
        + "⌈p·n⌉ of the sorted ones. A percentile above the median is given only when n(1−p) ≥ 10, so p90 "
        + "needs 100 calls, p95 200, p99 1,000 and p99.9 10,000."),
    Formula(
      name: "exact and noisy",
      text:
        "Bytes, calls and syncs are exact under the virtual clock: any change is a finding. A metric counts "
        + "as exact only if all rounds of the run agree; otherwise it is demoted to noisy, its value is the median of the "
        + "rounds, and it is marked. Times and memory are always noisy; allocations are exact only if two or more "
        + "rounds agree."),
    Formula(
      name: "compute / file / sync",
      text:
        "compute = service − file − sync for each call, where file is time inside calls into the file system "
        + "and sync is time inside fsync, fdatasync and their kin. The medians of the parts need not add up "
        + "to the median of the whole. encode is the part of compute inside a backend's own brackets."),
    Formula(
      name: "service and response",
      text: "service runs from the call to its return; response from the intended start to the return, so it "
        + "counts the wait behind an earlier call. utilisation = service time of all calls ÷ session time."),
    Formula(
      name: "write-amplification",
      text:
        "file bytes written, all roles of the store ÷ logical bytes of all calls, where logical bytes are "
        + "16 a point plus opaque and asset bytes, the same for all codecs."),
    Formula(
      name: "bytes.per-save",
      text:
        "file bytes written over the whole session, all roles of the store ÷ number of saves: work done between saves "
        + "(compaction, checkpoint, close) is charged to them."),
    Formula(
      name: "bytes-per-hour",
      text: "file bytes written over the whole session ÷ session time on its own clock, in hours."),
    Formula(
      name: "syncs.per-save",
      text: "syncs over the whole session, all roles of the store ÷ number of saves."),
    Formula(
      name: "loss-window",
      text:
        "over all saves, the longest time from the end of a change to the intended start of its save, on the session's clock."
    ),
    Formula(
      name: "floor.ratio",
      text:
        "median automatic save ÷ median of the floor, the median of the rounds. The floor is the bare cost of writing and "
        + "syncing the same bytes with the same calls, measured in turn with the case on the same disk. Withheld if the "
        + "rounds' ratios differ by more than a factor of two: the disk has then changed its pace in between."
    ),
    Formula(
      name: "encodes",
      text:
        "how often the codec was asked to encode a page, or an element where elements are encoded one by one, over the "
        + "whole session and whoever asked; bytes.encoded is what it made of them, kept or not."),
    Formula(
      name: "allocations.per-save",
      text:
        "allocations of all threads inside saves ÷ number of saves, from rounds of their own under a counting "
        + "allocator; timed rounds keep the system's."),
    Formula(
      name: "cpu.per-save",
      text:
        "mean of the calling thread's CPU time over every eighth save of each kind; reading that clock costs more than "
        + "a cheap save, so it is not read around all of them."),
    Formula(
      name: "recovery.time",
      text:
        "from opening the closed store in a fresh process to its last page being read; median of the checks."),
  ]
}
