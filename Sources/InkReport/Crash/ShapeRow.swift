/// States or lives that left a store in one shape, under one profile or fault.
package struct ShapeRow: Codable, Hashable, Sendable {
  package var shape: StoreShape
  /// Distinct states, or lives.
  package var count: Int
  /// The worst that any of them was, whatever was promised.
  package var worst: Outcome
  /// Names the one that is easiest to explain: a state for `crash replay` and `crash export`, or the moment
  /// of a fault for `--fault`.
  package var id: String
  /// Which file calls made it what it is, or what was damaged, in words.
  package var operation: String
  /// How many calls the disk forgot or tore for it.
  package var culprits: Int
  /// The command that makes it again, without the report's place; see `command(in:)`.
  package var command: String
  /// The state as a word that the program reads again; nil for a life.
  @Nullable package var state: String?

  package init(
    shape: StoreShape, count: Int, worst: Outcome, id: String, operation: String, culprits: Int,
    command: String, state: String?
  ) {
    self.shape = shape
    self.count = count
    self.worst = worst
    self.id = id
    self.operation = operation
    self.culprits = culprits
    self.command = command
    self.state = state
  }
}

extension ShapeRow {
  /// The command with the place of the report, as a shell reads it; a life is lived without one.
  package func command(in report: String) -> String {
    state == nil ? command : "\(command) --report \(report)"
  }

  /// Adds up the rows of parts, shape by shape, in the order in which they come first; of the examples the
  /// one with the fewest culprits stays, of equal ones the first.
  package static func sum(of parts: [[ShapeRow]]) -> [ShapeRow] {
    var rows: [ShapeRow] = []
    for row in parts.joined() {
      guard let index = rows.firstIndex(where: { $0.shape == row.shape }) else {
        rows.append(row)
        continue
      }
      var (one, other) = (rows[index], row)
      if other.culprits < one.culprits { swap(&one, &other) }
      one.count += other.count
      if other.worst.severity > one.worst.severity { one.worst = other.worst }
      rows[index] = one
    }
    return rows.sorted()
  }
}

extension ShapeRow: Comparable {
  /// By shape, so that tables of equal content are equal.
  package static func < (one: ShapeRow, other: ShapeRow) -> Bool { one.shape < other.shape }
}
