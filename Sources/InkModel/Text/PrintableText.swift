extension String {
  /// The text as it can be shown: what a terminal or a log would obey rather than show stands as an escape.
  ///
  /// For sentences that quote a file. A hostile one could otherwise forge lines, move the cursor or turn the
  /// direction of writing.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isObeyed) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isObeyed { text += scalar.escaped(asASCII: true) } else { text.unicodeScalars.append(scalar) }
    }
  }
}

extension Unicode.Scalar {
  /// Whether this changes how what follows is shown instead of being shown itself.
  package var isObeyed: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
