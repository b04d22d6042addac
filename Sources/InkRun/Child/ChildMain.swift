internal import FoundationEssentials
package import InkStorage

/// The life of a child process: read a task, do it, answer, end.
///
/// It uses no standard I/O and starts no processes, so that all bytes it writes are its store's and its
/// answer's, and the tap's count can be held against the kernel's.
package enum ChildMain {
  /// Does the task on standard input and answers on the reply descriptor; returns the exit code.
  package static func run(
    backends: [any StorageBackend.Type], codecs: [any PageCodec]
  ) -> Int32 {
    Platform.endWithParent()
    // It may have ended before it could be told.
    guard Platform.hasReader(ChildProtocol.replyDescriptor) else { return defectExitCode }
    var reply = ChildReply()
    do throws(RunError) {
      switch try ChildProtocol.hear(ChildWork.self) {
      case .task(let task):
        let worker = try ChildWorker(task: task, backends: backends, codecs: codecs)
        try worker.work(&reply)
      case .generate(let task): reply.generation = try BaseGeneration.run(task)
      case .machine(let task): reply.machine = try task.reading()
      case .selfTest(let task): reply.selfTest = task.result()
      case .check(let task):
        try CheckWorker(task: task, backends: backends, codecs: codecs).work()
        return 0
      case .moments(let task):
        try MomentWorker(task: task, backends: backends, codecs: codecs).work()
        return 0
      }
    } catch {
      reply.failure = error.description
      reply.isDiskFull = error.isDiskFull
    }
    return ChildProtocol.say(reply) ? 0 : defectExitCode
  }

  /// `EX_SOFTWARE` of sysexits(3).
  private static let defectExitCode: Int32 = 70
}

/// The descriptors that parent and child agree on.
package enum ChildProtocol {
  package static let taskDescriptor: Int32 = 0
  package static let replyDescriptor: Int32 = 3

  /// Takes the work that the parent has given.
  package static func hear<Work: Decodable>(_ work: Work.Type) throws(RunError) -> Work {
    let text = Platform.readAll(taskDescriptor)
    do {
      return try JSONDecoder().decode(work, from: Data(text))
    } catch {
      throw .child("this command is for InkBench's own use; its task could not be read: \(error)")
    }
  }

  /// Says something to the parent, as a line of JSON; false if nobody listens any more.
  package static func say(_ line: some Encodable) -> Bool {
    guard let json = try? JSONEncoder().encode(line) else { return false }
    return Platform.write([UInt8](json) + [0x0A], to: replyDescriptor)
  }
}

/// Everything that a child can be asked, as JSON on its standard input.
enum ChildWork: Codable, Sendable {
  /// One task with one answer.
  case task(ChildTask)
  /// All pages of a base, to be made and not kept.
  case generate(GenerationTask)
  /// A reading of the machine.
  case machine(MachineTask)
  /// A test of the instrument.
  case selfTest(SelfTestTask)
  /// Many sessions to check, with an answer for each as it comes.
  case check(CheckTask)
  /// Some moments of one store, with an answer for each as it comes.
  case moments(MomentTask)
}

extension ChildWork {
  /// Whether it has to run on the allocator that counts.
  var countsAllocations: Bool {
    switch self {
    case .task(let task): if case .replay(let how) = task.job { how.countsAllocations } else { false }
    case .selfTest(let task): task.countsAllocations
    default: false
    }
  }
}
