internal import Dispatch
internal import InkModel
internal import InkSimulation
internal import InkTap
internal import Synchronization

/// What making all pages of a base took.
package struct BaseGeneration: Codable, Hashable, Sendable {
  package var pageCount: Int
  package var pointCount: Int
  package var nanoseconds: UInt64
  /// The most memory that the process has held so far.
  package var peakResidentBytes: UInt64
}

/// A base to be made in a process of its own.
package struct GenerationTask: Codable, Sendable {
  package var workloadJSON: String
  package var seed: UInt64
  /// How many threads make pages side by side.
  package var workers: Int

  package init(workloadJSON: String, seed: UInt64, workers: Int) {
    self.workloadJSON = workloadJSON
    self.seed = seed
    self.workers = workers
  }
}

extension BaseGeneration {
  /// Makes every page of a base once and keeps none: each worker has one page whose memory it uses again.
  ///
  /// A page comes from the seed and its number alone, so it does not matter which worker makes it. They take
  /// the numbers in turn, so that none waits while there are pages left.
  package static func run(_ task: GenerationTask) throws(RunError) -> BaseGeneration {
    let base: Base
    do throws(WorkloadError) {
      base = try Simulator.base(fromWorkloadJSON: task.workloadJSON, seed: task.seed)
    } catch {
      throw .input(error.description)
    }
    let start = Clock.nanoseconds()
    let work = Work(source: base.source, pageCount: base.document.pages.count)
    let group = DispatchGroup()
    for _ in 0..<task.workers {
      DispatchQueue.global(qos: .userInitiated).async(group: group) { work.makePages() }
    }
    group.wait()
    if let failure = work.failure { throw .input("a page of the base could not be made: \(failure)") }
    return BaseGeneration(
      pageCount: work.pageCount, pointCount: work.pointCount.load(ordering: .relaxed),
      nanoseconds: Clock.nanoseconds() - start, peakResidentBytes: ProcessMemory.peakResidentBytes())
  }

  /// What the workers share: which page is next, and what they have made.
  private final class Work: Sendable {
    let pageCount: Int
    let pointCount = Atomic<Int>(0)
    private let source: any PageSource
    private let next = Atomic<Int>(0)
    private let failed = Mutex<PageSourceError?>(nil)

    init(source: any PageSource, pageCount: Int) {
      self.source = source
      self.pageCount = pageCount
    }

    var failure: PageSourceError? { failed.withLock { $0 } }

    func makePages() {
      var page = Page(id: PageID(rawValue: 0))
      var points = 0
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < pageCount else { break }
        do throws(PageSourceError) { try source.fill(&page, index: index) } catch {
          failed.withLock { $0 = error }
          return
        }
        points += page.pointCount
      }
      pointCount.add(points, ordering: .relaxed)
    }
  }
}

extension ChildLauncher {
  /// Makes a base in a fresh process, whose memory is then that of the making.
  package func generate(_ task: GenerationTask) throws(RunError) -> BaseGeneration {
    switch try run(.generate(task)) {
    case .replied(let reply):
      guard let generation = reply.generation else {
        throw .child("the pages could not be made: \(reply.failure ?? "the process gave no answer")")
      }
      return generation
    case .died(_, _, _): throw .child("the process that made the pages died")
    case .interrupted: throw .child("the making of the pages was interrupted")
    }
  }
}
