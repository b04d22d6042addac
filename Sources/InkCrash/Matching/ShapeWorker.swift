internal import InkModel
internal import InkReport
internal import InkRun
package import InkStorage

/// What a process is asked that opens a store of somebody's, in a copy of which it may do what it likes.
struct ShapeTask: Codable, Sendable {
  var backend: String
  var codec: String?
  var durability: Durability
  /// The copy.
  var directory: String
}

/// What it answers, as a line of JSON.
enum ShapeLine: Codable, Sendable {
  case read(StoreShape)
  /// The process can't go on, which says nothing of the store.
  case failed(String)
}

/// What a process does that opens a store of somebody's.
package enum ShapeWorkerMain {
  /// Takes a task from standard input and tells the shape on the reply descriptor; gives the exit code.
  package static func run(backends: [any StorageBackend.Type], codecs: [any PageCodec]) -> Int32 {
    let line: ShapeLine
    do throws(RunError) {
      let task = try ChildProtocol.hear(ShapeTask.self)
      let (backend, codec) = try Registered.pick(task.backend, task.codec, from: backends, codecs)
      var reading = ShapeReading(
        backend: backend,
        environment: StoreEnvironment(
          directory: task.directory, durability: task.durability, codec: codec, seed: 0))
      line = .read(reading.read())
    } catch {
      line = .failed(error.description)
    }
    return ChildProtocol.say(line) ? 0 : 70
  }
}
