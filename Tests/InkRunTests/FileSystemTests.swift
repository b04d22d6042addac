import Testing

@testable import InkRun

@Suite("File systems") struct FileSystemTests {
  private let mounts = """
    22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard
    30 22 0:25 / /tmp rw,nosuid shared:5 - tmpfs tmpfs rw,size=1g
    31 22 0:26 / /data rw - overlay overlay rw,lowerdir=/a
    32 31 0:27 / /data/volume rw,noatime - xfs /dev/vdb rw
    """

  @Test(
    "The longest mount point above a path decides",
    arguments: [
      ("/srv/me", "ext4"), ("/tmp/x", "tmpfs"), ("/tmpfile", "ext4"), ("/data", "overlay"),
      ("/data/volume/s", "xfs"),
      ("/data/volumes", "overlay"),
    ])
  func longest(path: String, type: String) {
    #expect(FileSystem(of: path, mounts: mounts).type == type)
  }

  @Test("Options of mount and file system are both kept")
  func options() {
    let system = FileSystem(of: "/data/volume/s", mounts: mounts)
    #expect(system.options == "rw,noatime,rw")
    #expect(system.device == "/dev/vdb")
  }

  @Test("Memory and layers are cautioned against by name, disks are not")
  func cautions() {
    #expect(FileSystem(of: "/tmp/x", mounts: mounts).caution?.contains("tmpfs") == true)
    #expect(FileSystem(of: "/data", mounts: mounts).caution?.contains("overlayfs") == true)
    #expect(FileSystem(of: "/data/volume", mounts: mounts).caution == nil)
    #expect(FileSystem(of: "/", mounts: mounts).caution == nil)
  }
}
