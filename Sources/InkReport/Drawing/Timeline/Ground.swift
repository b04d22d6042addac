/// The colours of everything but the data: legible on light and dark pages.
enum Ground {
  static let paper = "#f7f7f4"
  static let ink = "#222222"
  static let label = "#666666"
  static let grid = "#00000014"
  static let rule = "#dddddd"
  static let axis = "#888888"
  static let cut = "#e6e6e0"
}
