extension Formula {
  /// The definitions of modelled numbers, for reports that hold some.
  static let modelled = [
    Formula(
      name: "modelled save",
      text:
        "Σ calls × cost of the kind + bytes copied ÷ copy bandwidth + blocks fetched ÷ read bandwidth + blocks that "
        + "its syncs bring onto the storage ÷ write bandwidth + Σ syncs × flush latency, over the recorded calls of the "
        + "save, with the device's figures. Blocks that are dirty already are brought once; nothing overlaps."
    ),
    Formula(
      name: "modelled computing",
      text:
        "what the save took outside of file calls, the median of the timed rounds, × the device's processor factor × speed of "
        + "the encode kernel here ÷ its speed on the reference machine."),
    Formula(
      name: "flash.device-bytes",
      text:
        "blocks of files, each once for each sync or write-back of it while dirty + commits of metadata × the file "
        + "system's own bytes for each."),
    Formula(
      name: "flash.bytes-per-day",
      text: "flash.device-bytes ÷ session time on its own clock × 2 hours, the reference day."),
    Formula(
      name: "flash.platform-writes-per-day",
      text:
        "memory pages of files that became dirty, each once until it is clean again, in bytes, for a reference day."
    ),
    Formula(
      name: "flash.years",
      text:
        "endurance budget × share of one app ÷ (365 × flash.bytes-per-day × write amplification inside the storage)."
    ),
  ]
}
