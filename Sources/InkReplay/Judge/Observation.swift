package import InkReport

/// What a store showed to somebody who did not write it, independent of what had been acknowledged.
///
/// `verdict(for:by:unit:)` says what it means for a replay that had come so far. A lab observes a store once
/// and judges it for each progress at which it may be left.
package struct Observation: Codable, Hashable, Sendable {
  /// An opening that showed something else than the first one.
  package struct LaterReading: Codable, Hashable, Sendable {
    /// The number of the opening, from 2.
    package var number: Int
    package var reading: StoreReading

    package init(number: Int, reading: StoreReading) {
      self.number = number
      self.reading = reading
    }
  }

  package var first: StoreReading
  /// The first later opening that differed; nil if all showed the same.
  package var later: LaterReading?
  /// Assets that no element names, at the first opening.
  package var orphanAssets = 0
  /// Files that the crash left and the store has no use for; nil if nobody counted.
  package var orphanFiles: Int?
  /// What the store could not use at the first opening, and in which condition its files were if somebody
  /// looked.
  package var shape = StoreShape()
  /// Whether opening and reading changed any file or name of the store; nil if nobody looked.
  package var recoveryChangesFiles: Bool?
  /// What the pages that equal saved versions give up by declaration; nil if nothing.
  package var loss: CanonicalLoss?
  /// From opening the store to its last page being read; two observations may differ in it and be equal.
  @Incidental package var recoveryNanoseconds: UInt64

  package init(_ first: StoreReading, recoveryNanoseconds: UInt64 = 0) {
    self.first = first
    _recoveryNanoseconds = Incidental(wrappedValue: recoveryNanoseconds)
  }

  /// Adds what was found wrong after a reading that showed the same as the first one, or was the first one.
  mutating func note(_ fault: StoreReading.Fault, number: Int) {
    guard number > 1 else { return first.faults.append(fault) }
    var reading = first
    reading.faults.append(fault)
    later = LaterReading(number: number, reading: reading)
  }
}

/// A value that has no part in whether two wholes are equal.
@propertyWrapper package struct Incidental<Value: Codable & Sendable>: Codable, Hashable, Sendable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
