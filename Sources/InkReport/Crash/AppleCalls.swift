/// What Apple's file calls are worth against each kind of crash, with the basis of each cell.
///
/// Sources: fsync(2) and fcntl(2) of macOS and iOS (fsync hands the data to the drive, which may lose or
/// reorder it when the power goes; F_BARRIERFSYNC orders what came before it in front of what comes after;
/// F_FULLFSYNC asks the drive to write everything out), the sources of swift-foundation (an atomic write
/// syncs the file by fsync and renames it, and does not sync the directory), and the Apple File System
/// Guide (a rename replaces its target as a whole).
enum AppleCalls {
  private struct Row {
    var call: String
    var process: String
    var os: String
    var power: String
  }

  private static let rows = [
    Row(
      call: "write, then nothing", process: "durable (exact)", os: "nothing (definition)",
      power: "nothing (definition)"),
    Row(
      call: "Data.write(options: .atomic)", process: "durable (exact)",
      os: "each file whole, the new name may be lost (read in the source)",
      power: "nothing: fsync alone (documented)"),
    Row(
      call: "fsync of file and directory", process: "durable (exact)", os: "durable (documented)",
      power: "nothing: the drive may lose or reorder it (documented)"),
    Row(
      call: "F_BARRIERFSYNC", process: "durable (exact)", os: "durable (assumed)",
      power: "consistent: earlier before later (documented)"),
    Row(
      call: "F_FULLFSYNC of file and directory", process: "durable (exact)", os: "durable (assumed)",
      power: "durable (documented)"),
  ]

  static var text: String {
    var table = MarkdownTable(
      ["call on Apple systems", "process crash", "crash of the system", "power cut"], textColumns: 4)
    table.rows = rows.map { [$0.call, $0.process, $0.os, $0.power] }
    return table.text
      + "\nNo cell is measured on Apple hardware: `exact` is the kernel's contract, `documented` is Apple's word, "
      + "`assumed` is neither. `inkbench device` measures what the calls cost there.\n"
  }
}
