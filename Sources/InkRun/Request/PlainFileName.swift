extension String {
  /// A name as that of a file, which leads nowhere and is not hidden: a workload may be called anything.
  package var plainFileName: String {
    let plain = unicodeScalars.map { scalar in
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      return isPlain || "-_. ".unicodeScalars.contains(scalar) ? Character(scalar) : "-"
    }
    return plain.first == "." ? "-" + String(plain) : String(plain)
  }
}
