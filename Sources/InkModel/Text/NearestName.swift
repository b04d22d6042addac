/// The candidate closest to a mistyped word, if one is close enough to be meant.
///
/// Distance is Levenshtein's, with a swap of neighbours as one step; a third of the word may be wrong.
package func nearestName(to word: String, among candidates: some Sequence<String>) -> String? {
  let lowered = word.lowercased()
  let best = candidates.map { (name: $0, distance: editDistance(lowered, $0.lowercased())) }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
  guard let best, best.distance <= max(1, word.count / 3) else { return nil }
  return best.name
}

/// The ending of an error sentence that suggests a name, or lists all of them when none is near.
package func suggestion(for word: String, among candidates: [String]) -> String {
  if let near = nearestName(to: word, among: candidates) { return "did you mean '\(near)'?" }
  return "known: " + candidates.joined(separator: ", ")
}

/// The least number of letters to add, drop or change, or of neighbours to swap, between two words.
private func editDistance(_ left: String, _ right: String) -> Int {
  let source = Array(left)
  let target = Array(right)
  var beforeLast: [Int] = []
  var last = Array(0...target.count)
  for (index, letter) in source.enumerated() {
    var row = [index + 1]
    for column in target.indices {
      var best = last[column] + (letter == target[column] ? 0 : 1)
      best = min(best, last[column + 1] + 1, row[column] + 1)
      if index > 0, column > 0, letter == target[column - 1], source[index - 1] == target[column] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[target.count]
}
