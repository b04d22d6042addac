import Foundation
import InkModel
import InkTestFixtures

@testable import InkStorage

/// Copies of one live store, each with a byte that has changed or a file that is shorter.
final class DamagedLives {
  private(set) var directories: [TemporaryDirectory] = []
  /// What was done to each of them.
  private(set) var damages: [String] = []
  private let store: TwinStore

  init(_ backend: String, count: Int) throws {
    let source = try TemporaryDirectory.inMemory()
    store = try RandomLife.lead(backend, codec: "packed", directory: source.path, seed: 2)
    let files = try Corpus.files(source.path)
    // What is made anew when it is missing would be most of the bytes, and says nothing.
    let names = files.keys.filter { !$0.hasSuffix("-shm") && !$0.contains("/thumbnails/") }.sorted()
    var random = SplitMix64(seed: 8)
    for _ in 0..<count {
      let directory = try TemporaryDirectory.inMemory()
      let name = names[random.below(names.count)]
      for (path, sound) in files where !path.hasSuffix("-shm") {
        var bytes = sound
        if path == name { damages.append(Self.damage(&bytes, name, &random)) }
        try Corpus.write(bytes, to: directory.path + "/" + path)
      }
      directories.append(directory)
    }
  }

  /// What the backend says of a damaged store.
  func answer(_ index: Int) -> Result<String, StorageError> {
    Result { () throws(StorageError) in
      let backend = try store.type.init(
        StoreEnvironment(
          directory: directories[index].path, durability: .processCrash, codec: store.environment.codec))
      return try Corpus.text(backend, of: store.info.id)
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ name: String, _ random: inout SplitMix64) -> String {
    if random.chance(0.2) {
      let count = random.below(bytes.count + 1)
      bytes.removeLast(bytes.count - count)
      return "\(name) cut to \(count) bytes"
    }
    let place = random.below(bytes.count)
    bytes[place] ^= 1 << UInt8(random.below(8))
    return "\(name) with byte \(place) changed"
  }
}
