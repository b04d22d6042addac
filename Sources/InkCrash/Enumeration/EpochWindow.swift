/// The pending operations of one epoch, and which of them require which.
struct EpochWindow {
  /// Those of the model, the oldest first.
  let operations: [Int]
  /// Operations before this one are always kept.
  let firstFree: Int
  /// By operation: itself and everything that it requires, and what that requires.
  private(set) var requires: [PendingSet] = []
  /// By operation: itself and everything that requires it.
  private(set) var dependents: [PendingSet]
  /// Those that write.
  private(set) var writes = PendingSet()
  /// Those that write beyond the end of a file.
  private(set) var freshWrites = PendingSet()
  /// Those that give or take names.
  private(set) var names = PendingSet()

  var count: Int { operations.count }
  var all: PendingSet { PendingSet(first: count) }
  /// What is kept in every state.
  var fixed: PendingSet { PendingSet(first: firstFree) }

  init(_ plan: EpochPlan, epoch: Int, windowMax: Int) {
    operations = plan.window(of: epoch)
    firstFree = max(operations.count - max(windowMax, 0), 0)
    dependents = [PendingSet](repeating: PendingSet(), count: operations.count)
    var places: [Int: Int] = [:]
    for (place, operation) in operations.enumerated() { places[operation] = place }
    var barrierPlace = 0
    for (place, operation) in operations.enumerated() {
      let barrier = plan.edges.barriers[operation]
      while barrierPlace < place, operations[barrierPlace] < barrier { barrierPlace += 1 }
      var required = PendingSet(first: barrierPlace)
      required[place] = true
      for edge in plan.edges.of(operation) {
        // What is not in the window is there anyway.
        guard let other = places[edge.to] else { continue }
        if edge.awaitsData, plan.isDoomed(edge.to, in: epoch) { continue }
        required = required.union(requires[other])
      }
      requires.append(required)
      note(plan.model.operations[operation], at: place)
    }
    for place in operations.indices {
      for other in requires[place].members { dependents[other][place] = true }
    }
  }

  private mutating func note(_ operation: MicroOperation, at place: Int) {
    if case .write(_, let offset, let bytes, let freshFrom) = operation.change {
      writes[place] = true
      if offset + bytes.count > freshFrom { freshWrites[place] = true }
    } else if operation.isName {
      names[place] = true
    }
  }

  /// Whether everything that is required by what is kept is kept.
  func isClosed(_ kept: PendingSet) -> Bool {
    kept.members.allSatisfy { requires[$0].isSubset(of: kept) }
  }
}
