/// Puts each list of numbers of a pretty-printed JSON text on one line.
///
/// A report keeps every raw sample; one sample a line would bury what people read and compare.
func joiningNumberLists(_ json: some Sequence<UInt8>) -> [UInt8] {
  let text = Array(json)
  var joined: [UInt8] = []
  joined.reserveCapacity(text.count)
  var index = 0
  var isInString = false
  while index < text.count {
    let byte = text[index]
    if isInString {
      if byte == UInt8(ascii: "\\"), index + 1 < text.count {
        joined.append(byte)
        index += 1
        joined.append(text[index])
        index += 1
        continue
      }
      isInString = byte != UInt8(ascii: "\"")
    } else if byte == UInt8(ascii: "\"") {
      isInString = true
    } else if byte == UInt8(ascii: "["), let end = numberListEnd(text, from: index + 1) {
      appendJoined(text[index..<end], to: &joined)
      index = end
      continue
    }
    joined.append(byte)
    index += 1
  }
  return joined
}

/// The index after the closing bracket of a list that holds only numbers and nulls; nil for any other list.
private func numberListEnd(_ text: [UInt8], from start: Int) -> Int? {
  for index in start..<text.count {
    switch text[index] {
    case UInt8(ascii: "]"): return index + 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\n"),
      UInt8(ascii: "n"), UInt8(ascii: "u"), UInt8(ascii: "l"):
      continue
    default: return nil
    }
  }
  return nil
}

private func appendJoined(_ list: ArraySlice<UInt8>, to joined: inout [UInt8]) {
  for byte in list where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\n") {
    joined.append(byte)
    if byte == UInt8(ascii: ",") { joined.append(UInt8(ascii: " ")) }
  }
}
