import Glibc
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Whatever happens to the files of a store, closed or not: a right page, a stated loss, or a clear error.
///
/// Where the newest saves stand in a journal or log whose end is gone, an older version is shown: nobody can
/// tell it from a save that a crash cut short.
@Suite("Stores that something has happened to") struct LivedStoreTests {
  static let kinds = [
    LivedStore.Kind(backend: "snapshot"), LivedStore.Kind(backend: "snapshot-foundation", codec: "varint"),
    LivedStore.Kind(backend: "snapshot-kept", codec: "json"),
    LivedStore.Kind(backend: "monolith", codec: "json-delta"),
    LivedStore.Kind(backend: "journal"), LivedStore.Kind(backend: "journal", codec: "json", isClosed: true),
    LivedStore.Kind(backend: "journal-hybrid", codec: "varint"), LivedStore.Kind(backend: "sqlite"),
    LivedStore.Kind(backend: "sqlite", isClosed: true), LivedStore.Kind(backend: "sqlite-grdb"),
  ]

  /// Holds an outcome against what may become of a store whose file of a name was damaged.
  private func check(_ outcome: LivedStore.Outcome, _ name: String, _ store: LivedStore, _ comment: String) {
    if LivedStore.isCache(name) {
      #expect(outcome.isWhole, "\(comment): \(outcome.losses)")
    } else if outcome.isOlder {
      #expect(LivedStore.isLog(name), "\(comment): an older version without a word")
    } else if !LivedStore.isLog(name), store.files.keys.allSatisfy({ !$0.hasSuffix("-wal") }) {
      // A log may make good for what the database has lost.
      #expect(!outcome.losses.isEmpty, "\(comment): nothing is said")
    }
  }

  @Test("Left alone, everything is there", arguments: kinds)
  func untouched(kind: LivedStore.Kind) throws {
    let store = try LivedStore(kind)
    let outcome = try store.outcome("untouched") { _ in }
    #expect(outcome.isWhole, "\(outcome.losses)")
    if kind.backend.hasPrefix("journal"), !kind.isClosed {
      #expect(kind.backend == "journal-hybrid" || store.files.keys.contains { $0.hasSuffix(".journal") })
    }
    if kind.backend == "sqlite" {
      #expect(store.files.keys.contains { $0.hasSuffix("-wal") } == !kind.isClosed)
    }
  }

  @Test("A file cut short anywhere", arguments: kinds)
  func truncated(kind: LivedStore.Kind) throws {
    let store = try LivedStore(kind)
    for (name, sound) in store.files {
      for percent in 0..<100 {
        let comment = "\(name), \(percent) %"
        let bytes = Array(sound.prefix(sound.count * percent / 100))
        guard bytes.count < sound.count else { continue }
        check(
          try store.outcome(comment) { try write(bytes, $0 + "/" + name) }, name, store, comment)
      }
    }
  }

  @Test(
    "A bit that changes anywhere",
    arguments: kinds.filter { !$0.backend.hasPrefix("sqlite") || !$0.isClosed })
  func flipped(kind: LivedStore.Kind) throws {
    let store = try LivedStore(kind)
    for (name, sound) in store.files {
      // Every byte of small files; databases are gone through byte by byte elsewhere.
      for offset in stride(from: 0, to: sound.count, by: max(1, sound.count / Self.flipsMax)) {
        let comment = "\(name), byte \(offset)"
        var bytes = sound
        bytes[offset] ^= 1 << UInt8(offset % 8)
        let outcome = try store.outcome(comment) { try write(bytes, $0 + "/" + name) }
        if name.hasSuffix(".sqlite") {
          // Some bytes of a database mean nothing.
          #expect(!outcome.isOlder, "\(comment)")
        } else {
          check(outcome, name, store, comment)
          // Where the order of saves is known, no more than the last one can look cut short.
          if kind.backend != "sqlite-grdb" { #expect(outcome.savesMissing <= 1, "\(comment)") }
        }
      }
    }
  }

  private static let flipsMax = 400

  @Test("A file that is gone", arguments: kinds)
  func missing(kind: LivedStore.Kind) throws {
    let store = try LivedStore(kind)
    for name in store.files.keys {
      check(try store.outcome(name) { try SystemCalls.remove($0 + "/" + name) }, name, store, name)
    }
  }

  @Test("Files that have changed places, and those of another document", arguments: kinds)
  func swapped(kind: LivedStore.Kind) throws {
    let store = try LivedStore(kind)
    let stranger = try LivedStore(kind, document: 0xE0E, firstPage: 7)
    for (name, sound) in store.files where !LivedStore.isCache(name) {
      let suffix = name.drop { $0 != "." }
      for (other, bytes) in store.files
      where other != name && Files.parent(of: other) == Files.parent(of: name)
        && other.hasSuffix(suffix.suffix(8))
      {
        let outcome = try store.outcome("\(name) and \(other)") {
          try write(bytes, $0 + "/" + name)
          try write(sound, $0 + "/" + other)
        }
        #expect(!outcome.losses.isEmpty, "\(name) and \(other)")
      }
      for (other, bytes) in stranger.files
      where other.hasSuffix(suffix.suffix(6)) && !LivedStore.isCache(other) {
        let comment = "\(name) in the place of \(other) of another document"
        check(try store.outcome(comment) { try write(bytes, $0 + "/" + name) }, name, store, comment)
      }
    }
  }

  @Test("Files and directories of others trip nothing and are left alone", arguments: kinds)
  func foreign(kind: LivedStore.Kind) throws {
    let store = try LivedStore(kind)
    let directories = Set(store.files.keys.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) })
    var strangers: [String] = []
    for directory in directories.union([""]) {
      let prefix = directory.isEmpty ? "" : directory + "/"
      strangers += ["notes.txt", ".DS_Store", "a.tmp", "1.content", "00.jpg", "copy of it.journal"].map {
        prefix + $0
      }
      strangers += ["backup/0000000000000009.content", "sub.lnote/pages/x"].map { prefix + $0 }
    }
    let outcome = try store.outcome("foreign files") { root in
      for name in strangers { try write(Array(name.utf8), root + "/" + name) }
    } then: { root throws in
      for name in strangers {
        #expect(try Files.read(root + "/" + name) == Array(name.utf8), "\(name) was touched")
      }
    }
    #expect(outcome.isWhole, "\(outcome.losses)")
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    var missing: [String] = []
    var parent = Files.parent(of: path)
    while SystemCalls.place(parent) == .nothing {
      missing.append(parent)
      parent = Files.parent(of: parent)
    }
    for directory in missing.reversed() { _ = try SystemCalls.makeDirectory(directory) }
    // In place: a new file would be another one to a store that has it open.
    let file = try File(path, .replace)
    try file.write(bytes.rawSpan, at: 0)
  }
}
