internal import Glibc

/// Steps on open files.
extension Probe {
  typealias CopyRange =
    @convention(c) (Int32, UnsafeMutablePointer<Int>?, Int32, UnsafeMutablePointer<Int>?, Int, UInt32) -> Int

  static let openFlags: [String: Int32] = [
    "r": O_RDONLY, "w": O_WRONLY, "rw": O_RDWR, "creat": O_CREAT, "excl": O_EXCL, "trunc": O_TRUNC,
    "append": O_APPEND, "directory": O_DIRECTORY, "tmpfile": 0o20_000_000 | O_DIRECTORY,
  ]

  func flags(_ word: String) throws -> Int32 {
    try word.split(separator: ",").reduce(0) { flags, name in
      guard let flag = Self.openFlags[String(name)] else { throw Failure(description: "no flag '\(name)'") }
      return flags | flag
    }
  }

  static var fileSteps: [String: Step] {
    [
      "open": { probe, words in
        probe.descriptors[words[0]] = try probe.check(
          unsafe open(probe.path(words[1]), probe.flags(words[2]), 0o644))
      },
      "openat": { probe, words in
        probe.descriptors[words[0]] = try probe.check(
          unsafe openat(probe.descriptor(words[1]), probe.path(words[2]), probe.flags(words[3]), 0o644))
      },
      "open-many": { probe, words in
        for index in 0..<(try probe.number(words[1])) {
          let file = try probe.check(
            unsafe open("\(probe.path(words[0]))\(index)", O_WRONLY | O_CREAT, 0o644))
          try probe.check(unsafe write(file, [7], 1))
          close(file)
        }
      },
      "creat": { probe, words in
        probe.descriptors[words[0]] = try probe.check(unsafe creat(probe.path(words[1]), 0o644))
      },
      "mkstemp": { probe, words in
        var template = probe.path(words[1]).utf8CString.map(\.self)
        probe.descriptors[words[0]] = try probe.check(unsafe mkstemp(&template))
        let bytes = template.dropLast().map(UInt8.init(bitPattern:))
        try probe.check(unsafe rename(String(decoding: bytes, as: UTF8.self), probe.path(words[2])))
      },
      "inherited": { probe, words in probe.descriptors[words[0]] = Int32(try probe.number(words[1])) },
      "write": { probe, words in
        let bytes = try probe.bytes(words[1])
        try probe.check(unsafe write(probe.descriptor(words[0]), bytes, bytes.count))
      },
      "pwrite": { probe, words in
        let bytes = try probe.bytes(words[1])
        try probe.check(unsafe pwrite(probe.descriptor(words[0]), bytes, bytes.count, probe.number(words[2])))
      },
      "writev": { probe, words in
        var pieces = try words.dropFirst().map { try probe.bytes($0) }
        let count = Int32(pieces.count)
        var vectors = unsafe pieces.indices.map { index in
          unsafe pieces[index].withUnsafeMutableBytes {
            unsafe iovec(iov_base: $0.baseAddress, iov_len: $0.count)
          }
        }
        try probe.check(unsafe writev(probe.descriptor(words[0]), &vectors, count))
      },
      "append-flag": { probe, words in
        try probe.check(fcntl(probe.descriptor(words[0]), F_SETFL, O_APPEND))
      },
      "seek": { probe, words in
        try probe.check(lseek(probe.descriptor(words[0]), probe.number(words[1]), SEEK_SET))
      },
      "bad-write": { probe, words in
        let nowhere = unsafe UnsafeRawPointer(bitPattern: 16)
        guard unsafe write(try probe.descriptor(words[0]), nowhere, 4_096) < 0 else {
          throw Failure(description: "was written")
        }
      },
      "fallocate": { probe, words in
        let code = posix_fallocate(
          try probe.descriptor(words[0]), try probe.number(words[1]), try probe.number(words[2]))
        guard code == 0 else { throw Failure(description: "errno \(code)") }
      },
      "read": { probe, words in
        var bytes = try probe.bytes(words[1])
        try probe.check(unsafe read(probe.descriptor(words[0]), &bytes, bytes.count))
      },
      "pread": { probe, words in
        var bytes = try probe.bytes(words[1])
        try probe.check(unsafe pread(probe.descriptor(words[0]), &bytes, bytes.count, probe.number(words[2])))
      },
      "ftruncate": { probe, words in
        try probe.check(ftruncate(probe.descriptor(words[0]), probe.number(words[1])))
      },
      "fsync": { probe, words in try probe.check(fsync(probe.descriptor(words[0]))) },
      "fdatasync": { probe, words in try probe.check(fdatasync(probe.descriptor(words[0]))) },
      "dup": { probe, words in
        probe.descriptors[words[0]] = try probe.check(dup(probe.descriptor(words[1])))
      },
      "dup2": { probe, words in
        let target = Int32(try probe.number(words[2]))
        probe.descriptors[words[0]] = try probe.check(dup2(probe.descriptor(words[1]), target))
      },
      "fcntl-dup": { probe, words in
        probe.descriptors[words[0]] = try probe.check(fcntl(probe.descriptor(words[1]), F_DUPFD_CLOEXEC, 50))
      },
      "close": { probe, words in try probe.check(close(probe.descriptor(words[0]))) },
      "pipe": { probe, words in
        var ends: [Int32] = [0, 0]
        try probe.check(unsafe pipe(&ends))
        (probe.descriptors[words[0]], probe.descriptors[words[1]]) = (ends[0], ends[1])
      },
      "sendfile": { probe, words in
        try probe.check(
          sendfile(probe.descriptor(words[0]), probe.descriptor(words[1]), nil, probe.number(words[2])))
      },
      "copy-range": { probe, words in
        let copy = unsafe try symbol("copy_file_range", as: CopyRange.self)
        try probe.check(
          copy(
            probe.descriptor(words[1]), nil, probe.descriptor(words[0]), nil, probe.number(words[2]), 0))
      },
    ]
  }
}
