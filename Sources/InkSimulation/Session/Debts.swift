internal import InkModel

/// What the writer still owes of erasing and moving.
///
/// Each stroke written adds to the debts at random, in the mean by the workload's rates. A gesture takes
/// place when the debt covers its size, so that rates hold whatever the law of the sizes.
struct Debts {
  private var erased = 0.0
  private var cut = 0.0
  private var undone = 0.0
  private var moved = 0.0
  private var nextBurst: Int
  private var nextLasso: Int
  private let parameters: EditParameters

  init(_ parameters: EditParameters, _ random: inout SplitMix64) {
    self.parameters = parameters
    nextBurst = max(1, parameters.eraseBurstStrokes.count(&random))
    nextLasso = max(1, parameters.lassoStrokes.count(&random))
  }

  /// Counts one stroke.
  mutating func grow(_ random: inout SplitMix64) {
    let weights = parameters.wholeEraseWeight + parameters.partialEraseWeight + parameters.undoWeight
    if weights > 0 {
      let unit = parameters.removedShare / weights
      erased += random.exponential(mean: unit * parameters.wholeEraseWeight)
      cut += random.exponential(mean: unit * parameters.partialEraseWeight)
      undone += random.exponential(mean: unit * parameters.undoWeight)
    }
    moved += random.exponential(mean: parameters.movedShare)
  }

  /// How many strokes to erase now; nil for none.
  mutating func takeBurst(_ random: inout SplitMix64) -> Int? {
    guard erased >= Double(nextBurst) else { return nil }
    defer { nextBurst = max(1, parameters.eraseBurstStrokes.count(&random)) }
    erased -= Double(nextBurst)
    return nextBurst
  }

  /// Takes back what a burst found no strokes for.
  mutating func owe(_ count: Int) { erased += Double(count) }

  /// How many strokes to move now; nil for none.
  mutating func takeLasso(_ random: inout SplitMix64) -> Int? {
    guard moved >= Double(nextLasso) else { return nil }
    defer { nextLasso = max(1, parameters.lassoStrokes.count(&random)) }
    moved -= Double(nextLasso)
    return nextLasso
  }

  /// Whether to erase a part of a stroke now.
  mutating func takeCut() -> Bool { Self.take(&cut) }

  /// Whether to undo now.
  mutating func takeUndo() -> Bool { Self.take(&undone) }

  private static func take(_ debt: inout Double) -> Bool {
    guard debt >= 1 else { return false }
    debt -= 1
    return true
  }
}
