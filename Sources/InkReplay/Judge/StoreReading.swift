package import InkModel
package import InkReport

/// What one opening of a store showed, whatever had been promised.
package struct StoreReading: Codable, Hashable, Sendable {
  /// Something that is wrong with the store whenever it was left.
  package struct Fault: Codable, Hashable, Sendable {
    package var outcome: Outcome
    /// What is wrong, as a sentence.
    package var detail: String

    package init(_ outcome: Outcome, _ detail: String) {
      self.outcome = outcome
      self.detail = detail
    }
  }

  /// A page that could be read, and what it equals.
  package struct PageReading: Codable, Hashable, Sendable {
    package var id: PageID
    /// The saved versions that it equals, by their number of edits, ascending; empty if it equals none.
    package var editCounts: [Int]
    /// The first difference from the version that was looked for first; nil if it equals one.
    package var difference: String?

    package init(id: PageID, editCounts: [Int], difference: String? = nil) {
      self.id = id
      self.editCounts = editCounts
      self.difference = difference
    }
  }

  package var faults: [Fault] = []
  /// Which of the history's lists of pages the store shows, ascending; nil if it could not be opened.
  package var lists: [Int]?
  /// How many pages the list has.
  package var listedPages = 0
  /// The pages of the list that could be read, in its order.
  package var pages: [PageReading] = []
  package var elementsCompared = 0

  package init() {}

  /// The reading of a store that could not be opened.
  package init(unopenable detail: String) { faults = [Fault(.unopenable, detail)] }
}
