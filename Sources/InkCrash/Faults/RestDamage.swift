/// Damage to the files of a closed store, numbered from 1.
///
/// A truncation is numbered by how many bytes are left, file after file in the order of their paths; a
/// flipped bit by its place, its file's bits one after another.
struct RestDamage {
  let fault: InjectedFault
  let image: StoreImage

  /// How many there are.
  var count: Int { stretches.reduce(0, +) }

  /// How many each file has.
  var stretches: [Int] { image.files.map { count(in: $0) } }

  private func count(in file: StoreImage.File) -> Int {
    fault == .bitFlip ? file.bytes.count * 8 : file.bytes.count
  }

  /// The store with the damage, and the damage in words; nil if there is none of that number.
  func damaged(_ number: Int) -> (image: StoreImage, words: String)? {
    var rest = number - 1
    var files = image.files
    for index in files.indices {
      let all = count(in: files[index])
      guard rest >= all else {
        let words = Self.damage(&files[index], fault, rest)
        return (StoreImage(directories: image.directories, files: files), words)
      }
      rest -= all
    }
    return nil
  }

  private static func damage(_ file: inout StoreImage.File, _ fault: InjectedFault, _ place: Int) -> String {
    if fault == .bitFlip {
      file.bytes[place / 8] ^= 1 << (place % 8)
      return "bit \(place % 8) of byte \(place / 8) of '\(file.path)' flipped"
    }
    let whole = file.bytes.count
    file.bytes.removeSubrange(place...)
    return "'\(file.path)' cut to \(place) of \(whole) bytes"
  }
}
