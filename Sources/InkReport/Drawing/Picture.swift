/// Pictures as files: how they are told from other drawings.
package enum Picture {
  /// Whether a file's first bytes are those of a picture that this program drew.
  package static func isPicture(startingWith bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes, as: UTF8.self)
    return start.hasPrefix("<svg") && start.prefix { $0 != "\n" }.contains(SVGText.signature)
  }
}
