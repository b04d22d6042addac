internal import FoundationEssentials

/// The file system that a path lies on, as the kernel describes it.
package struct FileSystem: Hashable, Sendable {
  package var type: String
  package var device: String
  package var options: String
  package var mountPoint: String
  /// Major and minor number of the device, such as `254:0`.
  package var deviceNumber: String

  /// Finds the mount of a path, which must exist.
  package init(of path: String) {
    self.init(of: path, mounts: SystemFiles.live.text("/proc/self/mountinfo") ?? "")
  }

  /// Finds the mount of a path in the text of `mountinfo` (proc(5)): the longest mount point that holds it.
  init(of path: String, mounts: String) {
    (type, device, options, mountPoint, deviceNumber) = ("unknown", "unknown", "", "/", "")
    var longest = -1
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count > dash + 3 else { continue }
      let point = String(fields[4])
      guard point == "/" || path == point || path.hasPrefix(point + "/"), point.count >= longest else {
        continue
      }
      longest = point.count
      type = String(fields[dash + 1])
      device = String(fields[dash + 2])
      options = fields[5] + "," + fields[dash + 3]
      mountPoint = point
      deviceNumber = String(fields[2])
    }
  }

  /// The mount options without those that name places and sizes, which differ from one container to the next
  /// and change no time.
  package var durableOptions: String {
    let passing = ["lowerdir=", "upperdir=", "workdir=", "size=", "nr_inodes="]
    return options.split(separator: ",").filter { option in !passing.contains { option.hasPrefix($0) } }
      .joined(separator: ",")
  }

  /// The option by which syncs here promise less, or cost more, than elsewhere; nil if there is none.
  package var oddSyncOption: String? {
    let odd = [
      "nobarrier", "barrier=0", "sync", "data=journal", "data=writeback", "async_commit", "volatile",
    ]
    return options.split(separator: ",").map(String.init).first { odd.contains($0) }
  }

  /// Why results on this file system say little about a real disk; nil if nothing is known against it.
  package var caution: String? {
    switch type {
    case "tmpfs", "ramfs": "the store lies on \(type), which is memory: syncs cost nothing here"
    case "overlay":
      "the store lies on overlayfs: give --store a directory on a real file system, such as a volume"
    case "virtiofs", "9p", "fuse.grpcfuse", "fakeowner":
      "the store lies on \(type), a share of the host: syncs may not reach a disk"
    case "nfs", "nfs4", "cifs": "the store lies on \(type), a network share"
    default: nil
    }
  }

  /// The nearest directory at or above a path that exists.
  package static func existingParent(of path: String) -> String {
    var place = path
    while !FileManager.default.fileExists(atPath: place), place != "/", !place.isEmpty {
      place = String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)])
    }
    return place.isEmpty ? "/" : place
  }
}
