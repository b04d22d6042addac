package import InkModel
package import InkReport
internal import InkTap

/// A way in which the system lets a store down.
///
/// The calls of a plan fail in the place of the system's own, so that the store sees what it would see and
/// the rest of the machine stays whole. A full disk is a real one.
package enum InjectedFault: String, Codable, Hashable, Sendable, CaseIterable {
  case noSpace = "no-space"
  case overQuota = "over-quota"
  case ioError = "io-error"
  case shortWrite = "short-write"
  case interrupted
  case failedSync = "failed-sync"
  case failedRename = "failed-rename"
  case protected
  case denied
  case readOnly = "read-only"
  case tooManyFiles = "too-many-files"
  case evicted
  case deadline
  case cutDeadline = "deadline-in-write"
  case truncated
  case bitFlip = "bit-flip"
  case fullDisk = "full-disk"

  /// What it stands for.
  package var summary: String {
    switch self {
    case .noSpace:
      "ENOSPC: the disk has no room for a write, a longer file, another file or another name; reading goes on"
    case .overQuota: "EDQUOT: the same where it is the user who has no room left"
    case .ioError: "EIO: a call other than a sync or a rename fails, as on a drive that wears out"
    case .shortWrite: "a write moves half of its bytes and says so, as on a disk that has just become full"
    case .interrupted: "EINTR: a signal comes before an open, a read, a write or a resize has done anything"
    case .failedSync:
      "EIO from a sync, and what was to be synced since the last good one is lost although it is seen until the "
        + "file is read anew: bytes of a file, names in a directory, as Linux does it (known as fsyncgate)"
    case .failedRename: "EIO from a rename, which has then not happened"
    case .protected: "EPERM when opening or making a file: the device is locked and its files are protected"
    case .denied: "EACCES when opening or making a file: its rights are not ours"
    case .readOnly: "EROFS: the file system can only be read by now, as after an error of its own"
    case .tooManyFiles: "EMFILE when opening or making a file: the app has no descriptor left"
    case .evicted: "EPERM when opening one certain file: its content is elsewhere and does not come"
    case .deadline: "the process ends before a file call of 'background', as at the system's deadline"
    case .cutDeadline: "the process ends in the middle of a write of 'background', sector by sector"
    case .truncated: "a file of the closed store is shorter than it was left"
    case .bitFlip: "a bit of a file of the closed store is not as it was left"
    case .fullDisk: "a disk of its own that has so many blocks left and no more"
    }
  }

  /// The spans that make sense: a call that is interrupted for ever is one that waits.
  package var spans: [FaultSpan] {
    switch self {
    case .noSpace, .overQuota, .ioError, .shortWrite, .failedSync, .failedRename, .protected, .denied,
      .tooManyFiles:
      FaultSpan.allCases
    case .evicted, .fullDisk, .readOnly: [.lasting]
    case .deadline, .cutDeadline, .truncated, .bitFlip, .interrupted: [.once]
    }
  }

  /// What a store must keep of what it acknowledged.
  ///
  /// What a failed sync loses was lost before any crash of the system would have lost it, so that it is what
  /// a class claims of a power cut; everything else leaves the kernel's memory whole. Damage at rest may cost
  /// a page its newer versions, or all of them if the store says so.
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
    case .overQuota: .error(Platform.overQuotaCode)
    case .ioError, .failedSync, .failedRename, .deadline, .cutDeadline: .error(Platform.ioErrorCode)
    case .shortWrite: .shortCount
    case .interrupted: .error(Platform.interruptedCode)
    case .protected, .evicted: .error(Platform.notPermittedCode)
    case .denied: .error(Platform.deniedCode)
    case .readOnly: .error(Platform.readOnlyCode)
    case .tooManyFiles: .error(Platform.tooManyFilesCode)
    case .truncated, .bitFlip, .fullDisk: nil
    }
  }

  /// The kinds of calls that it can strike.
  var kinds: Set<CallKind> {
    switch self {
    case .noSpace, .overQuota: [.write, .resize, .make, .rename, .create]
    case .ioError: CallKind.disjoint.subtracting([.sync, .rename])
    case .shortWrite, .cutDeadline: [.write]
    case .interrupted: [.open, .read, .write, .resize]
    case .failedSync: [.sync]
    case .failedRename: [.rename]
    case .protected, .denied, .tooManyFiles, .evicted: [.open]
    case .readOnly: [.openToWrite, .write, .resize, .make, .rename, .remove]
    case .deadline: CallKind.disjoint
    case .truncated, .bitFlip, .fullDisk: []
    }
  }

  /// Whether it strikes a file at rest, whose moments are not those of a run.
  var isAtRest: Bool {
    switch self {
    case .truncated, .bitFlip, .evicted: true
    default: false
    }
  }
}
