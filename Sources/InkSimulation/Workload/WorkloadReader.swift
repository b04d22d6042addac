internal import InkModel

extension Workload {
  /// Reads a workload from its JSON text; parameters that it leaves out keep their defaults.
  package init(json: String) throws(WorkloadError) { try self.init(json: Array(json.utf8)) }

  /// Reads a workload from the bytes of its JSON text.
  package init(json bytes: [UInt8]) throws(WorkloadError) {
    self.init()
    let root = try WorkloadParser(bytes).parse()
    guard case .object(let members) = root.content else {
      throw root.fault("a workload must be an object, not \(root.kind)")
    }
    try Self.checkSchema(members, of: root)
    for member in members where member.key != "schema" { try read(member) }
    guard members.contains(where: { $0.key == "name" }) else {
      throw root.fault("the workload lacks 'name'")
    }
    try checkPages()
  }

  private static func checkSchema(_ members: [WorkloadNode.Member], of root: WorkloadNode)
    throws(WorkloadError)
  {
    guard let member = members.first(where: { $0.key == "schema" }) else {
      throw root.fault("the workload lacks \"schema\": \"\(schema)\"")
    }
    let found = try member.value.text("schema", longest: 200)
    guard found == schema else {
      throw member.value.fault("the schema '\(found)' is unknown; this program reads '\(schema)'")
    }
  }

  private mutating func read(_ member: WorkloadNode.Member) throws(WorkloadError) {
    switch member.key {
    case "name":
      name = try member.value.text("name", longest: 100)
      guard !name.isEmpty else { throw member.value.fault("'name' is empty") }
      // It is printed on terminals, in reports and in the names of files.
      guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw member.value.fault("'name' has a control character")
      }
    case "about": about = try member.value.text("about", longest: 2_000)
    default:
      if let parameter = Parameter.table.first(where: { $0.path == member.key && $0.section.isEmpty }) {
        try parameter.read(member.value, &self)
      } else {
        try readSection(member)
      }
    }
  }

  private mutating func readSection(_ section: WorkloadNode.Member) throws(WorkloadError) {
    let rows = Parameter.table.filter { $0.section == section.key }
    guard !section.key.isEmpty, !rows.isEmpty else {
      let hint = suggestion(for: section.key, among: Self.topKeys)
      throw WorkloadNode.fault("a workload has no '\(section.key)'; \(hint)", at: section.place)
    }
    for member in try section.value.members(section.key) {
      guard let row = rows.first(where: { $0.key == member.key }) else {
        let hint = suggestion(for: member.key, among: rows.map(\.key))
        throw WorkloadNode.fault("'\(section.key)' has no '\(member.key)'; \(hint)", at: member.place)
      }
      try row.read(member.value, &self)
    }
  }

  private static var topKeys: [String] {
    var keys = ["schema", "name", "about"]
    for parameter in Parameter.table {
      let key = parameter.section.isEmpty ? parameter.key : parameter.section
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// Checks what no single parameter can know.
  private func checkPages() throws(WorkloadError) {
    let narrowest = min(page.widthPoints, page.heightPoints)
    guard page.marginMillimetres * (72 / 25.4) * 3 <= narrowest else {
      throw WorkloadError("'page.marginMillimetres' leaves less than a third of the page; make it smaller")
    }
    let weights = edits.wholeEraseWeight + edits.partialEraseWeight + edits.undoWeight
    guard weights > 0 || edits.removedShare == 0 else {
      throw WorkloadError("all weights of 'edits' are 0; set 'edits.removedShare' to 0 instead")
    }
  }
}
