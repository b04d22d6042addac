/// Whether there is another machine below this one, and a container around this process.
package struct Virtualisation: Hashable, Sendable {
  /// What the guest is told of its host; nil on bare metal, as far as anything shows.
  package var host: String?
  /// The kind of container; nil outside of one, as far as anything shows.
  package var container: String?

  init(files: SystemFiles) {
    let product = files.line("/sys/class/dmi/id/product_name")
    let hypervisor = files.line("/sys/hypervisor/type")
    let flags = files.field("flags", in: "/proc/cpuinfo", separator: ":") ?? ""
    let hasFlag = flags.split(separator: " ").contains("hypervisor")
    let isNamed = product.map { name in Self.products.contains { name.contains($0) } } ?? false
    if hasFlag || hypervisor != nil || isNamed {
      let names = [hypervisor, product].compactMap { $0 }
      host = names.isEmpty ? "a hypervisor" : names.joined(separator: ", ")
    }
    container = Self.container(files)
  }

  /// Product names of the firmware that virtual machines show.
  private static let products = [
    "KVM", "QEMU", "VMware", "VirtualBox", "Virtual Machine", "HVM domU", "Google Compute Engine",
    "Parallels",
    "Apple Virtualization", "Firecracker", "Standard PC", "BHYVE",
  ]

  private static func container(_ files: SystemFiles) -> String? {
    if let named = files.line("/run/systemd/container") { return named }
    if files.exists("/.dockerenv") { return "docker" }
    if files.exists("/run/.containerenv") { return "podman" }
    let groups = files.text("/proc/1/cgroup") ?? ""
    return ["docker", "kubepods", "containerd", "lxc"].first { groups.contains($0) }
  }
}
