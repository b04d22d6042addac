internal import InkReplay

extension Observation {
  /// Takes the store's directory out of all sentences.
  ///
  /// States lie in a directory for minutes, whose name says nothing and differs from process to process.
  mutating func forgetPlace(_ directory: String) {
    first.forgetPlace(directory)
    later?.reading.forgetPlace(directory)
  }
}

extension StoreReading {
  fileprivate mutating func forgetPlace(_ directory: String) {
    for index in faults.indices { faults[index].detail.forgetPlace(directory) }
    for index in pages.indices { pages[index].difference?.forgetPlace(directory) }
  }
}

extension String {
  fileprivate mutating func forgetPlace(_ directory: String) {
    guard contains(directory) else { return }
    self = replacing(directory + "/", with: "").replacing(directory, with: "the store")
  }
}
