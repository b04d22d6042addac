extension Formula {
  /// The definitions behind every report of this version, as its JSON and its text print them.
  static let all = [
    Formula(
      name: "percentiles",
      text: "Exact, from raw samples pooled over all timed rounds, by nearest rank: the sample at position "
        + "⌈p·n⌉ of the sorted ones. A percentile above the median is given only when n(1−p) ≥ 10, so p90 "
        + "needs 100 calls, p95 200, p99 1,000 and p99.9 10,000."),
    Formula(
      name: "confidence intervals",
      text:
        "95 %, in brackets behind a time. For a percentile, as wide as these two together: the order statistics "
        + "that bracket it by the binomial distribution in the samples of all rounds, as if calls were independent; "
        + "and, because calls of one round are not, from six rounds on the order statistics that bracket the median "
        + "of the rounds' own percentiles, else the range of these, which holds the true one in 75 of 100 runs for "
        + "three rounds and 94 for five. For a median of rounds, such as floor.ratio, those order statistics alone. "
        + "None is given where the samples are too few: a median needs six."),
    Formula(
      name: "exact and noisy",
      text:
        "Bytes, calls and syncs are exact under the virtual clock: any change is a finding. A metric counts "
        + "as exact only if all rounds of the run agree; otherwise it is demoted to noisy, its value is the median of the "
        + "rounds, and it is marked. Times, resident memory and live bytes are always noisy; allocations, their "
        + "bytes and peaks are exact only if two or more rounds agree."),
    Formula(
      name: "compute / file / sync",
      text:
        "compute = service − file − sync for each call, where file is time inside calls into the file system "
        + "and sync is time inside fsync, fdatasync and their kin. The medians of the parts need not add up "
        + "to the median of the whole. encode is the part of compute inside a backend's own brackets."),
    Formula(
      name: "service and response",
      text: "service runs from the call to its return; response from the intended start to the return, so it "
        + "counts the wait behind an earlier call. Both are reckoned on the session's clock: a call begins at its "
        + "intended start, or when the call before it has returned, whichever is later, and lasts its measured "
        + "service time. At real pace the pauses are slept, and what the harness wakes up late "
        + "(harness.wake-up-delay) is therefore charged to no store."),
    Formula(
      name: "saturation",
      text:
        "utilisation = service time of all calls ÷ session time. late-saves = share of saves whose intended "
        + "start came while an earlier call was still running; backlog.max = the longest that one waited. A store "
        + "can't keep up if in any round its utilisation reaches 1 or more than half of its saves start late."
    ),
    Formula(
      name: "clock",
      text:
        "every time is read from the monotonic raw clock, which nothing adjusts; its step and the cost of a "
        + "reading stand in the environment. A measured time contains one reading, and none is subtracted."),
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
      name: "warm-up and steady state",
      text:
        "no save is left out of any number: an app's first save is one its user waits for. Each round is a fresh "
        + "process on a fresh copy of the store, whose files lie in the page cache. Whether saves settle down is shown: "
        + "first-save.ratio = first automatic save of a round ÷ median of its others; trend.ratio = median of the last "
        + "fifth of a round's automatic saves ÷ median of its first fifth, with an interval. It is steady if the interval "
        + "lies within 0.8 and 1.25, rising or falling if it lies wholly above or below 1, and open otherwise. A rise "
        + "may be the page that grows. Floors leave out their first five writes."),
    Formula(
      name: "allocations, allocated bytes, peak and live",
      text:
        "of all threads, in rounds of their own under a counting allocator whose counters are tested first; timed rounds "
        + "keep the system's. Bytes are those of its size classes. peak-bytes = how far the memory in use rose within a "
        + "call, live-bytes = all memory in use after it, the harness and the app's pages included: the largest of the "
        + "calls."),
    Formula(
      name: "cpu.per-save and page-faults.per-save",
      text:
        "mean over every 32nd save of each kind, the first included; asking the system costs more than a cheap save, so "
        + "it is not asked around all of them. cpu.per-save is the calling thread's, cpu.all-threads.per-save and faults "
        + "are the whole process's, which includes asking for them, about a microsecond. page-faults.minor and .major "
        + "are those of the whole replay, harness included."
    ),
    Formula(
      name: "recovery.time",
      text:
        "from opening the closed store in a fresh process to its last page being read; median of the checks."),
    Formula(
      name: "crash.strokes-lost.max and crash.time-lost.max",
      text:
        "what the worst of the crash states lost of acknowledged work, over the profiles under which the class promises "
        + "anything: strokes, and the time from the last change that was kept to the last that was acknowledged. "
        + "crash.orphan-files.max = files that a state left and no part of the store names, over all profiles. They are "
        + "exact: session, store, profiles, number of states and seed decide them. crash.recovery.p50 and .max are of the "
        + "same states, from opening the store to its last page being read, and noisy."),
    Formula(
      name: "machine.floors",
      text:
        "bare costs of this disk and memory, each call timed by itself, pooled over readings before, between and after the "
        + "rounds. A sync is timed apart from the write of 4 KiB in place that comes before it; a file is read "
        + "from the page cache."),
    Formula(name: "machine.noise", text: NoiseJudgement.definition),
  ]
}
