/// The candidate closest to a mistyped word, if one is close enough to be meant.
///
/// Distance is Levenshtein's; a third of the word may be wrong.
public func nearestName(to word: String, among candidates: some Sequence<String>) -> String? {
  let lowered = word.lowercased()
  let best = candidates.map { (name: $0, distance: editDistance(lowered, $0.lowercased())) }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
  guard let best, best.distance <= max(1, word.count / 3) else { return nil }
  return best.name
}

/// The ending of an error sentence that suggests a name, or lists all of them when none is near.
public func suggestion(for word: String, among candidates: [String]) -> String {
  if let near = nearestName(to: word, among: candidates) { return "did you mean '\(near)'?" }
  return "known: " + candidates.joined(separator: ", ")
}

private func editDistance(_ left: String, _ right: String) -> Int {
  let target = Array(right)
  var row = Array(0...target.count)
  for (index, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in target.indices {
      let substitution = diagonal + (letter == target[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(substitution, row[column] + 1, diagonal + 1)
    }
  }
  return row[target.count]
}
