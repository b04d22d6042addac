import InkModel
import InkReplay
import InkReport
import InkStorage
import InkTestFixtures
import Testing

@testable import InkCrash

/// Stores that are damaged by hand, as the checks of the lab see them and as a reading without any session
/// does.
@Suite("Shapes of stores") struct ShapeTests {
  typealias Feature = StoreShape.Feature

  private static let page = StorePath.page(1)
  private static let asset = StorePath.asset(0xA)

  static let damages:
    [(what: String, backend: String, change: @Sendable (StoreImage) -> StoreImage, [Feature])] =
      [
        ("nothing", "snapshot", { $0 }, []),
        ("nothing", "journal", { $0 }, []),
        ("nothing", "sqlite", { $0 }, []),
        ("nothing", "monolith", { $0 }, []),
        (
          "an empty page", "snapshot", { $0.replacing(page, by: []) },
          [Feature(.page, .empty), Feature(.page, .damaged)]
        ),
        ("no page", "snapshot", { $0.replacing(page, by: nil) }, [Feature(.page, .absent)]),
        (
          "a page that ends in zeros", "snapshot",
          {
            $0.replacing(
              page, by: $0.bytes(of: page).map { $0.dropLast(64) + [UInt8](repeating: 0, count: 64) })
          },
          [Feature(.page, .endsInZeros), Feature(.page, .damaged)]
        ),
        (
          "a page with a flipped byte", "journal", { $0.flipping(page, at: 90) }, [Feature(.page, .damaged)]
        ),
        ("no image", "snapshot", { $0.replacing(asset, by: nil) }, [Feature(.asset, .absent)]),
        (
          "an image that is cut", "journal", { $0.replacing(asset, by: $0.bytes(of: asset)?.dropLast(9)) },
          [Feature(.asset, .damaged)]
        ),
        (
          "a temporary file", "snapshot", { $0.replacing(page + ".tmp", by: [1]) },
          [Feature(.temporary, .leftBehind)]
        ),
        (
          "no list of pages", "snapshot", { $0.replacing(StorePath.path("document.json"), by: nil) },
          [Feature(.document, .absent)]
        ),
        (
          "a list of pages with a flipped byte", "snapshot",
          { $0.flipping(StorePath.path("document.json"), at: 40) }, [Feature(.document, .damaged)]
        ),
        (
          "a database with another head", "sqlite", { $0.flipping($0.files[0].path, at: 3) },
          [Feature(.database, .damaged)]
        ),
        (
          "a temporary file and an empty thumbnail", "snapshot",
          {
            $0.replacing(page + ".tmp", by: [1]).replacing(
              StorePath.path("thumbnails/\(PageID(rawValue: 1).name).jpg"), by: [])
          }, [Feature(.thumbnail, .empty), Feature(.temporary, .leftBehind)]
        ),
      ]

  @Test("Each damage has its shape, and both ways of looking at it agree", arguments: damages.indices)
  func damage(_ index: Int) throws {
    let (what, backend, change, features) = Self.damages[index]
    let lab = try CheckedLab(backend)
    let image = change(try lab.image())
    var checker = try lab.checker()
    let checked = try checker.observe(image).shape
    #expect(checked == StoreShape(features), "\(what), \(backend): \(checked.words)")

    let place = try TemporaryDirectory.inMemory()
    try image.write(to: place.path)
    var environment = lab.environment
    environment.directory = place.path
    var reading = ShapeReading(backend: lab.backend, environment: environment)
    var look = FileLook(lab.backend.traits.fileRoles)
    var read = look.look(at: image).shape
    read.formUnion(reading.read())
    #expect(read == checked, "\(what), \(backend): \(read.words)")
  }

  @Test("A shape is written as the kinds of files in their conditions, and reads back equal")
  func words() throws {
    let shape = StoreShape([
      Feature(.temporary, .leftBehind), Feature(.page, .empty), Feature(.document, .endless),
    ])
    #expect(
      shape.words
        == "page files that are empty, document files whose opening does not end, temporary files left behind"
    )
    for role in StoreShape.roles {
      for condition in StoreShape.Condition.allCases {
        let one = StoreShape([Feature(role, condition)])
        #expect(one.features == [Feature(role, condition)])
        let json = try StrictJSON.encode(one)
        #expect(try StrictJSON.decode(StoreShape.self, from: json) == one)
      }
    }
    #expect(StoreShape().isWhole && !shape.isWhole)
  }
}

extension StoreImage {
  /// The same store with a byte of a file changed.
  fileprivate func flipping(_ path: String, at place: Int) -> StoreImage {
    guard var bytes = bytes(of: path) else { return self }
    bytes[place] ^= 0x10
    return replacing(path, by: bytes)
  }
}
