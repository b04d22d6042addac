internal import InkReport
internal import InkStorage
internal import InkTap

/// Measures the moments of one store in this process, and tells of each as soon as it is done.
struct MomentWorker {
  private let task: MomentTask
  private let backend: any StorageBackend.Type
  private let codec: any PageCodec

  init(task: MomentTask, backends: [any StorageBackend.Type], codecs: [any PageCodec]) throws(RunError) {
    self.task = task
    (backend, codec) = try Registered.pick(task.backend, task.codec, from: backends, codecs)
  }

  /// Ends at the first moment that goes wrong: what the store is like by then nobody knows.
  func work() {
    // The whole place, so that exports are counted by role as well.
    Tap.watch(directory: task.place, roles: backend.traits.fileRoles)
    let canarySeen = Tap.canaryIsSeen(in: task.place)
    var current: Moment?
    do throws(MomentFailure) {
      let bench = try MomentBench(task, backend, codec)
      say(.ready(canarySeen: canarySeen))
      for moment in task.moments {
        current = moment
        try measure(moment, on: bench)
      }
      let balance = Tap.balance()
      say(.done(countedBytes: balance.countedBytes, kernelBytes: balance.kernelBytes))
    } catch {
      say(
        .failed(
          current, reason: error.sentence, isContent: error.isContent, isDiskFull: error.isDiskFull))
    }
  }

  private func measure(_ moment: Moment, on bench: MomentBench) throws(MomentFailure) {
    do throws(MomentFailure) {
      let samples = try bench.samples(of: moment)
      say(.measured(moment, samples: samples, faults: Tap.bypasses(of: task.place)))
    } catch .withheld(let reason) {
      say(.withheld(moment, reason: reason))
    }
  }

  private func say(_ line: MomentLine) {
    _ = ChildProtocol.say(line)
  }
}
