/// The devices that come with the program.
package enum BuiltInDevices {
  /// Devices out of embedded files, in the order of reports: an app team's best and worst case.
  package static let fixed: [Device] = [
    read(PackageResources.nvme_tablet_json, "nvme-tablet"),
    read(PackageResources.emmc_tablet_json, "emmc-tablet"),
  ]

  /// The name of the device whose figures are measured when a run begins.
  package static let thisMachine = "this-machine"

  /// All names that a command line can give.
  package static let names = fixed.map { $0.name } + [thisMachine]

  /// The fixed device of a name.
  package static func device(named name: String) -> Device? { fixed.first { $0.name == name } }

  private static func read(_ json: [UInt8], _ name: String) -> Device {
    do { return try Device(json: json, path: name) } catch {
      preconditionFailure("the embedded device \(name) is not usable: \(error)")
    }
  }
}
