internal import Dispatch
internal import Synchronization

/// Pieces of work that are done side by side, each by whichever lane is free.
final class Lanes: Sendable {
  /// Both cores of the smallest machine the project is written for.
  static let count = 2

  private let pieces: Int
  private let body: @Sendable (_ piece: Int, _ lane: Int) throws(RunError) -> Void
  private let state = Mutex<(next: Int, failure: RunError?)>((0, nil))

  /// Gets ready for so many pieces.
  init(pieces: Int, _ body: @escaping @Sendable (_ piece: Int, _ lane: Int) throws(RunError) -> Void) {
    self.pieces = pieces
    self.body = body
  }

  /// Does all pieces; the first error ends the work once the pieces under way are done.
  ///
  /// `meanwhile` is called now and then from this thread, which has nothing else to do.
  func run(meanwhile: () -> Void) throws(RunError) {
    let group = DispatchGroup()
    for lane in 0..<min(Self.count, pieces) {
      DispatchQueue.global().async(group: group) { self.work(in: lane) }
    }
    while group.wait(timeout: .now() + .milliseconds(200)) == .timedOut { meanwhile() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func work(in lane: Int) {
    while let piece = take() {
      do throws(RunError) { try body(piece, lane) } catch {
        state.withLock { if $0.failure == nil { $0.failure = error } }
      }
    }
  }

  private func take() -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < pieces else { return nil }
      state.next += 1
      return state.next - 1
    }
  }
}
