internal import InkReplay
internal import InkReport
internal import InkStorage

extension FaultScene {
  /// In which condition files are that were seen before an observation opened them.
  func shape(of image: StoreImage, _ observation: Observation) -> StoreShape {
    var look = FileLook(backend.traits.fileRoles)
    var shape = look.look(at: image).shape
    shape.formUnion(observation.shape)
    return shape
  }
}

extension LifeVerdict {
  /// The row of the life alone; none if it left all files in order.
  func shapes(at moment: FaultMoment, of row: FaultRow, command: String) -> [ShapeRow] {
    guard !shape.isWhole else { return [] }
    return [
      ShapeRow(
        shape: shape, count: 1, worst: outcome, id: moment.text,
        operation: damage ?? "\(row.title) at moment \(moment.number ?? 0) of \(row.moments)", culprits: 0,
        command: "\(command) --fault \(moment.text)", state: nil)
    ]
  }
}
