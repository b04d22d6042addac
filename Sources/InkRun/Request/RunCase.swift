internal import InkModel
package import InkReport
package import InkStorage

/// One session against one backend, codec and durability class.
package struct RunCase: Sendable {
  /// Which of the run's sessions, by index.
  package var session: Int
  package var name: CaseName
  package var backend: any StorageBackend.Type

  package init(session: Int, name: CaseName, backend: any StorageBackend.Type) {
    self.session = session
    self.name = name
    self.backend = backend
  }
}
