internal import FoundationEssentials
internal import InkTap

/// A directory of its own for the files of a probe, beside whatever lies in a place.
enum ProbeDirectory {
  /// By which one is known that a process left which was killed.
  private static let namePrefix = ".inkbench-probe-"

  /// Makes one in a directory for as long as a probe takes; nil if it can't be made, or if the probe says so.
  static func use<Found>(in directory: String, _ probe: (_ place: String) -> Found?) -> Found? {
    let place = directory + "/" + namePrefix + String(Clock.nanoseconds(), radix: 36)
    guard (try? Platform.makeDirectories(place)) != nil else { return nil }
    defer { StoreCopy.remove(place) }
    return probe(place)
  }

  /// Whether a name is that of such a directory.
  static func isNamed(_ name: String) -> Bool { name.hasPrefix(namePrefix) }

  /// Removes those that are left in a directory.
  static func removeAll(in directory: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where isNamed(name) { StoreCopy.remove(directory + "/" + name) }
  }
}
