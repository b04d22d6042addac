/// Some file calls that show what a file system keeps and in which order.
///
/// Short enough that every state which a profile allows at any of its moments can be listed.
package struct CalibrationSequence: Hashable, Sendable {
  package let name: String
  /// What it is about, as the end of "shows …".
  package let purpose: String
  /// What was there before, made durable.
  package let base: StoreImage
  package let calls: [CalibrationCall]

  init(_ name: String, _ purpose: String, base: [String: Int] = [:], _ calls: [CalibrationCall]) {
    self.name = name
    self.purpose = purpose
    self.base = StoreImage(
      files: base.map { path, count in
        StoreImage.File(path: path, bytes: [UInt8](repeating: UInt8(ascii: "O"), count: count))
      })
    self.calls = calls
  }

  /// The sequence of a name.
  package static func named(_ name: String) -> CalibrationSequence? { all.first { $0.name == name } }
}
