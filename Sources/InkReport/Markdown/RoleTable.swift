internal import InkModel

/// What one group's session wrote, by the role of the file: bytes, writes and syncs.
struct RoleTable {
  let group: CaseGroup

  /// Empty if nothing was written to any file.
  var text: String {
    let measured = group.measured.filter(\.retainsContent)
    let roles = FileRole.allCases.filter { $0 != .elsewhere }.filter { role in
      measured.contains { row in
        ["bytes", "calls.writes", "calls.syncs"].contains {
          row.metric("\($0).\(role.rawValue)")?.value ?? 0 > 0
        }
      }
    }
    guard !roles.isEmpty else { return "" }
    var table = MarkdownTable(["store"] + roles.map(\.rawValue), textColumns: 1)
    table.rows = measured.map { row in [row.name.store] + roles.map { cell(of: $0, in: row) } }
    return "Written in one session, by file: bytes, writes, syncs:\n\n" + table.text
  }

  private func cell(of role: FileRole, in row: CaseRow) -> String {
    let counts = ["bytes", "calls.writes", "calls.syncs"].map { row.metric("\($0).\(role.rawValue)") }
    guard counts.contains(where: { $0?.value ?? 0 > 0 }) else { return "–" }
    let mark = counts.contains { $0?.isDemoted ?? false } ? " †" : ""
    return counts.map { $0?.humanised ?? "–" }.joined(separator: ", ") + mark
  }
}
