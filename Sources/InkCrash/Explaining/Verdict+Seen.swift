internal import InkReport

extension Verdict {
  /// What the user would see, in sentences.
  var seen: String {
    var sentence = detail.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? ""
    if let strokesLost, strokesLost > 0 {
      sentence +=
        strokesLost == 1 ? " The last stroke is gone." : " The last \(strokesLost) strokes are gone."
    }
    return sentence
  }
}
