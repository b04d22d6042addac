import Foundation
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// The committed stores, and those that are written today.
enum Corpus {
  /// A backend and a codec, which together decide what formats a store has.
  struct Kind: Sendable, CustomTestStringConvertible {
    var backend: String
    var codec: String?

    var name: String { [backend, codec].compactMap(\.self).joined(separator: "-") }
    var testDescription: String { name }

    /// The versions that are written today, a format a line.
    var formats: String {
      var versions: [String: Int] = [:]
      switch backend {
      case "sqlite": versions = ["database": SQLiteSchema.version]
      case "monolith": versions = ["document": DocumentFile.version, "notebook": NotebookFile.version]
      default:
        versions = [
          "document": DocumentFile.version, "manifest": ManifestFile.version,
          "page": PageFileHeader.version, "asset": AssetFile.version,
        ]
        if backend == "journal" { versions["journal"] = JournalFormat.version }
      }
      for part in codec?.split(separator: ".") ?? [] {
        versions[String(part)] =
          [
            "json": JSONCodec.version, "packed": Int(PackedCodec.version), "varint": Int(VarintCodec.version),
            "z": Int(DeflatedCodec.version),
          ][part]
      }
      return versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    }
  }

  static let kinds = [
    Kind(backend: "snapshot", codec: "packed"), Kind(backend: "snapshot", codec: "json"),
    Kind(backend: "snapshot", codec: "varint.z"), Kind(backend: "journal", codec: "packed"),
    Kind(backend: "sqlite"), Kind(backend: "monolith", codec: "packed"),
  ]

  /// A directory of the corpus: the name of its kind and a number.
  struct Entry: Sendable, CustomTestStringConvertible {
    var name: String

    var path: String { Corpus.folder + name }
    var backend: String { String(name.prefix { $0 != "-" }) }
    var formats: String { (try? String(contentsOfFile: path + "/formats.txt", encoding: .utf8)) ?? "" }
    var testDescription: String { name }

    /// Whether its formats are among those that are written today.
    var isCurrent: Bool { Corpus.kinds.contains { $0.backend == backend && $0.formats == formats } }

    func content() throws -> String { try String(contentsOfFile: path + "/content.txt", encoding: .utf8) }

    func copy(to directory: String) throws {
      for (name, bytes) in try Corpus.files(path + "/store") {
        try Corpus.write(bytes, to: directory + "/" + name)
      }
    }
  }

  static var entries: [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map(Entry.init)
  }

  /// Writes a store of today's formats, unless there is one.
  static func add(_ kind: Kind) throws {
    guard !entries.contains(where: { $0.backend == kind.backend && $0.formats == kind.formats }),
      let type = BuiltInBackends.named(kind.backend)
    else { return }
    let number = (1...).first { !FileManager.default.fileExists(atPath: folder + "\(kind.name)-\($0)") } ?? 1
    let path = folder + "\(kind.name)-\(number)"
    try FileManager.default.createDirectory(atPath: path + "/store", withIntermediateDirectories: true)
    let store = try CorpusScript.write(type, codec: codec(kind.codec ?? "packed"), directory: path + "/store")
    try FileManager.default.removeItem(atPath: path + "/store/" + StoreLock.fileName)
    try Data(store.text.utf8).write(to: URL(filePath: path + "/content.txt"))
    try Data(kind.formats.utf8).write(to: URL(filePath: path + "/formats.txt"))
  }

  /// What a store holds, as `StoreText` says it, read through its backend; the document stays open.
  static func text(
    _ backend: any StorageBackend, of id: DocumentID = DocumentID(rawValue: 0xD0C)
  ) throws(StorageError) -> String {
    let info = try backend.openDocument(id)
    var assets: [AssetID: [UInt8]] = [:]
    var pages: [Page] = []
    for listed in info.pages {
      var page = Page(id: listed.id)
      try backend.openPage(listed.id, into: &page)
      for case .image(let image) in page.elements {
        assets[image.asset] = try backend.readAsset(image.asset)
      }
      pages.append(page)
    }
    return StoreText.text(info, pages, assets)
  }

  /// Writes a file, and the directories in which it lies.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// The files below a directory by their paths, without the lock.
  static func files(_ directory: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in SoundStore.paths(under: directory, prefix: "") where path != StoreLock.fileName {
      files[path] = try [UInt8](Data(contentsOf: URL(filePath: directory + "/" + path)))
    }
    return files
  }

  static func codec(_ name: String) throws -> any PageCodec {
    guard let codec = BuiltInCodecs.named(name) else { throw StorageError.missing("codec '\(name)'") }
    return codec
  }

  static let folder =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "StoreCorpus").path() + "/"
}
