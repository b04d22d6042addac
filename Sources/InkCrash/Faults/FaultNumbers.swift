internal import InkModel

/// Which moments of a fault are tried.
enum FaultNumbers {
  /// So many numbers of stretches of moments, which are numbered from 1, one stretch behind the other.
  ///
  /// Each stretch gets as many as another, each a random one of its part of the stretch; all of them if
  /// there are no more.
  static func pick(_ wanted: Int, of stretches: [Int], seed: UInt64) -> [Int] {
    let count = stretches.reduce(0, +)
    guard wanted < count else { return (0..<count).map { $0 + 1 } }
    var random = SplitMix64(seed: seed)
    let shares = shares(of: wanted, among: stretches)
    var numbers: [Int] = []
    var first = 1
    for (share, all) in zip(shares, stretches) {
      for part in 0..<share {
        let start = all * part / share
        numbers.append(first + start + random.below(all * (part + 1) / share - start))
      }
      first += all
    }
    return numbers
  }

  /// Divides a number evenly, with no part above its limit; what one can't take goes to the others.
  static func shares(of wanted: Int, among limits: [Int]) -> [Int] {
    var shares = Array(repeating: 0, count: limits.count)
    var rest = wanted
    while rest > 0 {
      let open = limits.indices.filter { shares[$0] < limits[$0] }
      guard !open.isEmpty else { break }
      let part = max(1, rest / open.count)
      for index in open.prefix(rest) {
        let given = min(part, limits[index] - shares[index])
        shares[index] += given
        rest -= given
      }
    }
    return shares
  }
}
