internal import Glibc

/// Steps on names.
extension Probe {
  static var nameSteps: [String: Step] {
    [
      "rename": { probe, words in
        try probe.check(unsafe rename(probe.path(words[0]), probe.path(words[1])))
      },
      "renameat": { probe, words in
        try probe.check(
          unsafe renameat(
            probe.descriptor(words[0]), probe.path(words[1]), probe.descriptor(words[2]), probe.path(words[3])
          ))
      },
      "link": { probe, words in try probe.check(unsafe link(probe.path(words[0]), probe.path(words[1]))) },
      "link-descriptor": { probe, words in
        let source = "/proc/self/fd/\(try probe.descriptor(words[0]))"
        try probe.check(
          unsafe linkat(AT_FDCWD, source, AT_FDCWD, probe.path(words[1]), AT_SYMLINK_FOLLOW))
      },
      "symlink": { probe, words in
        try probe.check(unsafe symlink(probe.path(words[0]), probe.path(words[1])))
      },
      "unlink": { probe, words in try probe.check(unsafe unlink(probe.path(words[0]))) },
      "unlinkat": { probe, words in
        try probe.check(unsafe unlinkat(probe.descriptor(words[0]), probe.path(words[1]), 0))
      },
      "try-unlink": { probe, words in
        guard unsafe unlink(probe.path(words[0])) != 0 else { throw Failure(description: "was there") }
      },
      "remove": { probe, words in try probe.check(unsafe remove(probe.path(words[0]))) },
      "mkdir": { probe, words in try probe.check(unsafe mkdir(probe.path(words[0]), 0o755)) },
      "mkdirat": { probe, words in
        try probe.check(unsafe mkdirat(probe.descriptor(words[0]), probe.path(words[1]), 0o755))
      },
      "rmdir": { probe, words in try probe.check(unsafe rmdir(probe.path(words[0]))) },
      "truncate": { probe, words in
        try probe.check(unsafe truncate(probe.path(words[0]), probe.number(words[1])))
      },
      "list": { probe, words in
        guard let directory = unsafe opendir(probe.path(words[0])) else {
          throw Failure(description: "errno \(errno)")
        }
        unsafe closedir(directory)
      },
      "chdir": { probe, words in try probe.check(unsafe chdir(probe.path(words[0]))) },
    ]
  }
}
