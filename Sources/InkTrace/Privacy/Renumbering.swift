/// Numbers from 1 in the order in which identifiers first appear.
struct Renumbering {
  private var numbers: [UInt64: UInt64] = [:]

  mutating func number(of id: UInt64) -> UInt64 {
    if let number = numbers[id] { return number }
    let number = UInt64(numbers.count + 1)
    numbers[id] = number
    return number
  }
}
