import InkReport
import Testing

@testable import InkRun

@Suite("Fingerprint of a machine") struct FingerprintTests {
  private static let laptop = [
    "/proc/cpuinfo": "processor\t: 0\nmodel name\t: Example 9000\nflags\t\t: fpu sse\n",
    "/proc/meminfo": "MemTotal:       16 kB\n",
    "/proc/sys/kernel/osrelease": "6.1.0\n",
    "/etc/os-release": "NAME=x\nPRETTY_NAME=\"Example 12\"\n",
    "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
    "/sys/devices/system/cpu/intel_pstate/no_turbo": "0\n",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
    "/sys/dev/block/259:1/../queue/rotational": "0\n",
    "/sys/dev/block/259:1/../queue/scheduler": "none [mq-deadline] kyber\n",
    "/sys/dev/block/259:1/../queue/write_cache": "write back\n",
    "/sys/dev/block/259:1/../device/model": "Example SSD 1   \n",
  ]
  private static let mounts = "22 1 259:1 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p1 rw,discard\n"

  private func fingerprint(
    _ files: [String: String] = laptop, mounts: String = Self.mounts
  ) -> Fingerprint {
    Fingerprint(
      fileSystem: FileSystem(of: "/data", mounts: mounts), files: SystemFiles { files[$0] })
  }

  private func value(_ name: String, of fingerprint: Fingerprint) -> String? {
    fingerprint.facts.first { $0.name == name }?.value
  }

  @Test("Facts are read from the files of the kernel, a partition's queue from its disk")
  func facts() {
    let made = fingerprint()
    let expected = [
      "processor": "Example 9000", "governor": "powersave", "turbo": "on", "clock source": "tsc",
      "virtualised": "no sign of it", "container": "no sign of one", "memory": "16 kB", "kernel": "6.1.0",
      "system": "Example 12", "file system": "ext4", "device": "/dev/nvme0n1p1",
      "disk model": "Example SSD 1", "rotational": "no", "I/O scheduler": "mq-deadline",
      "write cache": "write back",
    ]
    for (name, text) in expected { #expect(value(name, of: made) == text, "\(name)") }
  }

  @Test("A machine that exposes nothing has a fingerprint all the same, and says so fact by fact")
  func nothingExposed() {
    let bare = fingerprint([:], mounts: "")
    for name in [
      "governor", "turbo", "clock source", "disk model", "rotational", "I/O scheduler", "write cache",
    ] {
      #expect(value(name, of: bare) == "not exposed", "\(name)")
    }
    #expect(value("processor", of: bare) == "unknown" && value("file system", of: bare) == "unknown")
    #expect(bare.digest.count == 32 && bare.digest != fingerprint().digest)
  }

  @Test("Decisive facts change the digest, and others don't")
  func digest() {
    let digest = fingerprint().digest
    #expect(fingerprint().digest == digest)
    func changed(_ path: String, _ text: String) -> String {
      var files = Self.laptop
      files[path] = text
      return fingerprint(files).digest
    }
    #expect(changed("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n") != digest)
    #expect(changed("/sys/dev/block/259:1/../queue/write_cache", "write through\n") != digest)
    #expect(changed("/proc/sys/kernel/osrelease", "6.2.0\n") != digest)
    #expect(changed("/proc/meminfo", "MemTotal:       17 kB\n") == digest)
    #expect(changed("/.dockerenv", "") == digest)
  }

  @Test("What decides are facts that there are, and the same for merging and resuming")
  func decisive() {
    let facts = fingerprint().facts
    #expect(Set(facts.filter(\.isDecisive).map(\.name)) == EnvironmentFact.namesOfMachine)
    #expect(
      facts.filter { !$0.isDecisive }.map(\.name) == ["container", "memory", "system"], "a new fact decides?")
  }

  @Test("Places that a container names in its mount options are no part of the digest")
  func containerOptions() {
    func overlay(_ layer: String) -> Fingerprint {
      fingerprint(
        mounts: "31 22 0:26 / / rw - overlay overlay rw,lowerdir=/\(layer),workdir=/w\(layer),xino=off\n")
    }
    #expect(value("mount options", of: overlay("a")) == "rw,rw,xino=off")
    #expect(overlay("a").digest == overlay("b").digest)
  }

  @Test(
    "A virtual machine shows by its flag, its firmware or its hypervisor",
    arguments: [
      ("/proc/cpuinfo", "flags : fpu hypervisor sse\n", "a hypervisor"),
      ("/sys/class/dmi/id/product_name", "KVM Virtual Machine\n", "KVM Virtual Machine"),
      ("/sys/hypervisor/type", "xen\n", "xen"),
    ])
  func hosts(path: String, text: String, host: String) {
    #expect(Virtualisation(files: SystemFiles { $0 == path ? text : nil }).host == host)
  }

  @Test("Firmware of a real machine and a flag that only contains the word are no virtual machine")
  func noHost() {
    let files = [
      "/sys/class/dmi/id/product_name": "Latitude 7490\n", "/proc/cpuinfo": "flags : nohypervisor fpu\n",
    ]
    #expect(Virtualisation(files: SystemFiles { files[$0] }).host == nil)
  }

  @Test(
    "A container is known by its marks",
    arguments: [
      ("/.dockerenv", "", "docker"), ("/run/.containerenv", "", "podman"),
      ("/run/systemd/container", "lxc\n", "lxc"),
      ("/proc/1/cgroup", "0::/kubepods/besteffort\n", "kubepods"),
    ])
  func containers(path: String, text: String, kind: String) {
    #expect(Virtualisation(files: SystemFiles { $0 == path ? text : nil }).container == kind)
  }

  @Test("Turbo is read from either driver's switch, which mean opposite things")
  func turbo() {
    func turbo(_ path: String, _ text: String) -> Bool? {
      ProcessorFacts(files: SystemFiles { $0 == path ? text : nil }, cores: 2).hasTurbo
    }
    #expect(turbo("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n") == false)
    #expect(turbo("/sys/devices/system/cpu/cpufreq/boost", "1\n") == true)
    #expect(turbo("/none", "1\n") == nil)
  }
}
