internal import InkModel

/// The images that base pages show, decided page by page.
struct BaseImages {
  private let workload: Workload
  private let seed: UInt64

  init(_ workload: Workload, seed: UInt64) {
    self.workload = workload
    self.seed = seed
  }

  /// The assets of all base pages, in the order of their pages.
  var assets: [BaseAsset] { (0..<workload.document.basePages).compactMap { asset(of: $0) } }

  /// Whether a page shows an image.
  func hasImage(on page: Int) -> Bool { asset(of: page) != nil }

  /// The image at the top of a page, if it has one.
  func image(on page: Int, layout: PageLayout) -> PlacedImage? {
    guard let asset = asset(of: page), let area = layout.image else { return nil }
    return PlacedImage(
      id: GeneratedPages.elementID(page: page, number: Self.imageNumber),
      frame: Frame(
        x: Int32(area.left), y: Int32(area.top), width: Int32(area.width), height: Int32(area.height)),
      asset: asset.id)
  }

  /// Beyond the numbers of a page's strokes.
  private static let imageNumber = 1 << 31

  private func asset(of page: Int) -> BaseAsset? {
    var random = SplitMix64(seed: seed, keys: StreamKey.image, UInt64(page))
    guard random.chance(workload.document.basePagesWithImageShare) else { return nil }
    let bytes = workload.edits.imageKilobytes.sample(&random) * 1_000
    return BaseAsset(
      id: AssetID(rawValue: UInt64(page) + 1), byteCount: max(4, Elementary.nearestInteger(bytes)))
  }
}
