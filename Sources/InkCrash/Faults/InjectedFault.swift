package import InkModel
package import InkReport
internal import InkTap

/// A way in which the system lets a store down.
///
/// The calls of a plan fail in the place of the system's own, so that the store sees what it would see and
/// the rest of the machine stays whole. A full disk is a real one.
package enum InjectedFault: String, Codable, Hashable, Sendable, CaseIterable {
  case noSpace = "no-space"
  case ioError = "io-error"
  case shortWrite = "short-write"
  case failedSync = "failed-sync"
  case failedRename = "failed-rename"
  case protected
  case evicted
  case deadline
  case truncated
  case bitFlip = "bit-flip"
  case fullDisk = "full-disk"

  /// What it stands for.
  package var summary: String {
    switch self {
    case .noSpace:
      "ENOSPC: the disk has no room for a write, a longer file or another name; reading goes on"
    case .ioError: "EIO: a call other than a sync or a rename fails, as on a drive that wears out"
    case .shortWrite: "a write moves half of its bytes and says so, as on a disk that has just become full"
    case .failedSync:
      "EIO from a sync, and the bytes written since the file's last good sync are lost although the file shows "
        + "them until it is read anew, as Linux does it (known as fsyncgate)"
    case .failedRename: "EIO from a rename, which has then not happened"
    case .protected: "EPERM when opening or making a file: the device is locked and its files are protected"
    case .evicted: "EPERM when opening one certain file: its content is elsewhere and does not come"
    case .deadline: "the process ends at a file call of 'background', as at the system's deadline"
    case .truncated: "a file of the closed store is shorter than it was left"
    case .bitFlip: "a bit of a file of the closed store is not as it was left"
    case .fullDisk: "a disk of its own that has so many blocks left and no more"
    }
  }

  /// The spans that make sense.
  package var spans: [FaultSpan] {
    switch self {
    case .noSpace, .ioError, .shortWrite, .failedSync, .failedRename, .protected: FaultSpan.allCases
    case .evicted, .fullDisk: [.lasting]
    case .deadline, .truncated, .bitFlip: [.once]
    }
  }

  /// What a store must keep of what it acknowledged.
  ///
  /// Bytes that a failed sync loses were lost before any crash of the system would have lost them, so that it
  /// is what a class claims of a power cut; everything else leaves the kernel's memory whole. Damage at rest
  /// may cost a page its newer versions, or all of them if the store says so.
  package func promise(of durability: Durability) -> Promise {
    switch self {
    case .failedSync: Promise(durability, under: .power)
    case .truncated, .bitFlip: .consistent
    default: Promise(durability, under: .process)
    }
  }

  /// What the tap lets go wrong; nil where it is not the tap.
  var tapFault: FaultPlan.Fault? {
    switch self {
    case .noSpace: .error(Platform.noSpaceCode)
    case .ioError, .failedSync, .failedRename, .deadline: .error(Platform.ioErrorCode)
    case .shortWrite: .shortCount
    case .protected, .evicted: .error(Platform.notPermittedCode)
    case .truncated, .bitFlip, .fullDisk: nil
    }
  }

  /// The kinds of calls that it can strike.
  var kinds: Set<CallKind> {
    switch self {
    case .noSpace: [.write, .resize, .make, .rename]
    case .ioError: Set(CallKind.allCases).subtracting([.sync, .rename])
    case .shortWrite: [.write]
    case .failedSync: [.sync]
    case .failedRename: [.rename]
    case .protected, .evicted: [.open]
    case .deadline: Set(CallKind.allCases)
    case .truncated, .bitFlip, .fullDisk: []
    }
  }
}
