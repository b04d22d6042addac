extension CalibrationSequence {
  /// All sequences, in the order of reports: safe saves, then what the rules of profiles are about, then what
  /// journals and databases do.
  package static let all: [CalibrationSequence] = saves + orders + syncs + stores

  /// A file of two blocks, the second in part.
  private static let pageBytes = 6_000

  private static let saves = [
    CalibrationSequence(
      "create-sync", "whether a sync of a new file keeps its name",
      [.create("page"), .write("page", at: 0, count: pageBytes, letter: "N"), .sync("page")]),
    CalibrationSequence(
      "rename-over", "whether a rename over a file waits for the bytes (E3)", base: ["page": pageBytes],
      [.create("page.tmp"), .write("page.tmp", at: 0, count: pageBytes, letter: "N")]
        + [.rename("page.tmp", to: "page")] + other),
    CalibrationSequence(
      "rename-fresh", "whether a rename to a new name waits for the bytes (E3)",
      [.create("page.tmp"), .write("page.tmp", at: 0, count: pageBytes, letter: "N")]
        + [.rename("page.tmp", to: "page")] + other),
    CalibrationSequence(
      "safe-save", "a save without a sync of the directory", base: ["page": pageBytes], safeSave),
    CalibrationSequence(
      "safe-save-directory", "a save with a sync of the directory", base: ["page": pageBytes],
      safeSave + [.sync("")]),
    CalibrationSequence(
      "two-saves", "a second save over one that no sync of the directory has forced",
      base: ["page": pageBytes],
      safeSave + [.create("page.tm2"), .write("page.tm2", at: 0, count: 100, letter: "M"), .sync("page.tm2")]
        + [.rename("page.tm2", to: "page")]),
  ]

  private static let safeSave: [CalibrationCall] = [
    .create("page.tmp"), .write("page.tmp", at: 0, count: pageBytes, letter: "N"), .sync("page.tmp"),
    .rename("page.tmp", to: "page"),
  ]

  /// Another file, which is synced: it commits what a journal holds.
  private static let other: [CalibrationCall] = [
    .create("other"), .write("other", at: 0, count: 1, letter: "x"), .sync("other"),
  ]

  private static let orders = [
    CalibrationSequence(
      "names", "whether names survive in their order (E1)", base: ["a": 10, "b": 10],
      [.create("c"), .rename("a", to: "d"), .remove("b"), .makeDirectory("f"), .create("f/e")]
        + [.rename("c", to: "f/c"), .sync("f/e")]),
    CalibrationSequence(
      "append", "whether a file grows only over bytes that are there (E2)", base: ["page": 3_000],
      [.write("page", at: 3_000, count: 3_000, letter: "N")] + other),
    CalibrationSequence(
      "extend", "a length that is set ahead of the bytes (E2, E6)", base: ["page": 1_000],
      [.truncate("page", to: 9_000), .write("page", at: 5_000, count: 1_000, letter: "N")]
        + [.write("page", at: 9_000, count: 500, letter: "M")] + other),
    CalibrationSequence(
      "shrink-write", "bytes where a shrink had taken some away (E5)", base: ["page": 9_000],
      [.truncate("page", to: 100), .write("page", at: 100, count: 5_000, letter: "N")] + other),
    CalibrationSequence(
      "rewrite", "a file that is emptied and written anew (E5)", base: ["page": pageBytes],
      [.truncate("page", to: 0), .write("page", at: 0, count: pageBytes, letter: "N")] + other),
    CalibrationSequence(
      "overwrite-pending", "bytes that are written again before they have arrived (E7)",
      base: ["page": pageBytes],
      [.write("page", at: 0, count: 700, letter: "N"), .write("page", at: 300, count: 200, letter: "M")]
        + [.write("page", at: 4_096, count: 100, letter: "L"), .sync("page")]),
  ]

  private static let syncs = [
    CalibrationSequence(
      "fdatasync-overwrite", "whether a sync of mere bytes commits names (E4)", base: ["page": 4_096],
      [.create("a"), .write("a", at: 0, count: 10, letter: "N"), .rename("a", to: "b")]
        + [.write("page", at: 0, count: 4_096, letter: "M"), .syncData("page")]),
    CalibrationSequence(
      "sync-one-of-two", "what a sync of one file keeps of another (E4)",
      [.create("a"), .write("a", at: 0, count: 5_000, letter: "N"), .create("b")]
        + [.write("b", at: 0, count: 5_000, letter: "M"), .sync("a")]),
    CalibrationSequence(
      "sync-file-then-name", "whether a sync of a file that has none of its own commits other names (E4)",
      base: ["page": 4_096, "old": 10],
      [.rename("old", to: "new"), .sync("page"), .makeDirectory("d"), .sync("page"), .sync("")]),
    CalibrationSequence(
      "directories", "what syncs of new directories keep",
      [.makeDirectory("d"), .create("d/page"), .write("d/page", at: 0, count: 5_000, letter: "N")]
        + [.sync("d/page"), .sync("d"), .sync("")]),
    CalibrationSequence(
      "remove-create", "a name that is taken and given again", base: ["page": pageBytes],
      [.remove("page"), .create("page"), .write("page", at: 0, count: 5_000, letter: "N"), .sync("page")]),
  ]

  private static let stores = [
    CalibrationSequence(
      "journal", "appends, each with its fdatasync", base: ["journal": 64],
      [.write("journal", at: 64, count: 500, letter: "A"), .syncData("journal")]
        + [.write("journal", at: 564, count: 5_000, letter: "B"), .syncData("journal")]
        + [.write("journal", at: 5_564, count: 500, letter: "C")]),
    CalibrationSequence(
      "compaction", "a snapshot that takes the place of a journal", base: ["page": 3_000, "journal": 5_000],
      [.create("page.tmp"), .write("page.tmp", at: 0, count: pageBytes, letter: "N"), .sync("page.tmp")]
        + [.rename("page.tmp", to: "page"), .truncate("journal", to: 0)]
        + [.write("journal", at: 0, count: 300, letter: "A"), .syncData("journal")]),
    CalibrationSequence(
      "rollback", "a database that keeps what it overwrites in a journal of its own",
      base: ["db": 8_192],
      [.create("db-journal"), .write("db-journal", at: 0, count: 5_000, letter: "J")]
        + [.syncData("db-journal"), .sync(""), .write("db", at: 4_096, count: 4_096, letter: "N")]
        + [.syncData("db"), .remove("db-journal")]),
  ]
}
