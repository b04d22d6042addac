internal import InkReport
internal import InkTap

/// What would have kept a state from coming about, in a sentence.
///
/// Method. A state is to blame on changes that the disk forgot although something later was kept or had been
/// acknowledged. A change of bytes or length is held by a sync of its file, a change of names by a sync of
/// the directory. So the recording is searched behind the call for such a sync: if there is none before the
/// next call that was kept, or before the acknowledgement, that sync is missing; if there is one, it is not
/// worth what its caller thought, under this profile.
struct MissingBarrier {
  let plan: EpochPlan
  let text: CallText
  let entries: [RecordedEntry]

  /// The sentence for the first culprit of a state.
  func sentence(for culprit: Culprit, of state: CrashState) -> String {
    guard let number = culprit.calls.first, let call = text.operation(number) else {
      return "Nothing was forgotten or torn: the store is wrong with all of its calls."
    }
    guard plan.profile.crash != .process else {
      return "The process ended at \(text.name(of: number)); no sync is missing, the order of calls is wrong."
    }
    let window = plan.window(of: state.epoch)
    let lost = window.indices.filter { !state.kept[$0] }.map { plan.model.operations[window[$0]] }
    let isName =
      lost.contains { $0.operation == number && $0.isName }
      && !lost.contains { $0.operation == number && !$0.isName }
    let held = isName ? directory(of: call) : call.file
    let thing = held.map { text.path(of: $0, at: number) } ?? "it"
    let next = window.indices.first { place in
      state.kept[place] && plan.model.operations[window[place]].operation > number
    }.map { plan.model.operations[window[$0]].operation }
    let end = next ?? .max
    if let sync = sync(of: held, after: number, before: end) {
      return
        "\(text.name(of: sync)) of \(thing) does not hold \(text.name(of: number)) under \(plan.profile.name)."
    }
    let word = isName ? "fsync of the directory" : "fsync of"
    let until = next.map { "before \(text.name(of: $0))" } ?? "before the call on the store returned"
    return "Missing: \(word) \(thing) after \(text.name(of: number)), \(until)."
  }

  private func directory(of call: RecordedOperation) -> Int? {
    call.kind == .rename || call.kind == .link ? call.targetDirectory ?? call.directory : call.directory
  }

  /// The first successful sync of a file or directory between two calls.
  private func sync(of file: Int?, after first: UInt64, before end: UInt64) -> UInt64? {
    guard let file else { return nil }
    for case .operation(let call) in entries
    where call.number > first && call.number < end && call.file == file && call.isWhole && call.result >= 0 {
      if call.kind == .sync || call.kind == .syncData { return call.number }
    }
    return nil
  }
}
