internal import InkModel

extension MonolithBackend {
  func listLibrary() throws(StorageError) -> [LibraryEntry] {
    try SystemCalls.names(inDirectory: environment.directory).compactMap { name in
      PackagePaths.number(in: name, suffix: Self.suffix).map { entry(of: DocumentID(rawValue: $0)) }
    }
  }

  /// What the shelf shows of a notebook, from its head alone.
  private func entry(of id: DocumentID) -> LibraryEntry {
    do throws(StorageError) {
      let file = try File(path(id), .read)
      let head = try NotebookHead(path: file.path, size: file.openedSize) { (count) throws(StorageError) in
        var bytes = ByteBuffer(capacity: count)
        try file.read(count, at: 0, appendingTo: &bytes)
        return [UInt8](copying: bytes.bytes)
      }
      return LibraryEntry(
        id: id, title: head.info.title, pageCount: head.info.pages.count,
        modifiedMilliseconds: head.modifiedMilliseconds)
    } catch {
      // A damaged notebook stays on the shelf under its file name; opening it says what is wrong.
      return LibraryEntry(id: id, title: id.name, pageCount: 0, modifiedMilliseconds: 0)
    }
  }
}
