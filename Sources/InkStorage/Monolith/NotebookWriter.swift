internal import InkModel

/// Writes notebooks, through buffers that it keeps.
struct NotebookWriter: ~Copyable {
  private let environment: StoreEnvironment
  private var buffer = ByteBuffer()
  private var body = ByteBuffer()

  init(_ environment: StoreEnvironment) { self.environment = environment }

  mutating func encode(_ page: borrowing Page) -> NotebookPage {
    body.removeAll()
    environment.observer?.began(.encode)
    environment.codec.encode(page, into: &body)
    environment.observer?.ended(.encode)
    return NotebookPage(
      codec: environment.codec.name, references: PageFileWriter.references(of: page),
      content: [UInt8](copying: body.bytes))
  }

  /// Replaces a notebook's file in one step.
  mutating func write(_ notebook: NotebookFile, to path: String) throws(StorageError) {
    environment.observer?.began(.encode)
    notebook.encode(into: &buffer, body: &body)
    environment.observer?.ended(.encode)
    try Files.replace(path, with: buffer.bytes, syncing: environment.durability >= .powerConsistent)
  }
}
