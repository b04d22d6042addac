extension Modelled {
  /// The sections of a report that hold modelled numbers.
  package var markdown: String { ModelledSections(modelled: self).text }

  /// The same as JSON, as it stands in a report: keys sorted.
  package func json() -> [UInt8] {
    do throws(JSONRefusal) { return try StrictJSON.encode(self) } catch {
      // Only a number that is not finite can fail, and metrics turn those into nil when they are made.
      preconditionFailure("a modelled number is one that JSON can't hold: \(error.reason)")
    }
  }
}
